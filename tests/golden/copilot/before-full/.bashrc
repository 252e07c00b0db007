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