# ~/.bashrc: executed by bash(1) for non-login shells.
case $- in
    *i*) ;;
      *) return;;
esac

HISTCONTROL=ignoreboth
alias ll='ls -alF'	# a tab before this comment
export PATH="$HOME/bin:$PATH"
export COPILOT_AUTO_UPDATE=false

if [ -f ~/.bash_aliases ]; then
    . ~/.bash_aliases
fi
eval "$(direnv hook bash)"
# no line feed at the end
# >>> taotoken >>>
# Written by taotoken; to take it out: taotoken undo
export COPILOT_PROVIDER_BASE_URL='https://gw.example/api/v1'
export COPILOT_PROVIDER_TYPE='openai'
export COPILOT_PROVIDER_WIRE_API='completions'
export COPILOT_PROVIDER_API_KEY_COMMAND='cat "$HOME/.copilot/taotoken-key"'
export COPILOT_MODEL='demo-large'
# <<< taotoken <<<
