alias ll='ls -alF'
# >>> taotoken >>>
# Written by taotoken; to take it out: taotoken undo
export COPILOT_PROVIDER_BASE_URL='https://gw.example/api'
export COPILOT_PROVIDER_TYPE='anthropic'
export MY_OWN=1
export COPILOT_PROVIDER_WIRE_API='completions'
export COPILOT_PROVIDER_API_KEY_COMMAND='cat "$HOME/.copilot/taotoken-key"'
export COPILOT_MODEL='demo-large'
export COPILOT_PROVIDER_MAX_OUTPUT_TOKENS='8000'
# <<< taotoken <<<
alias la='ls -A'
