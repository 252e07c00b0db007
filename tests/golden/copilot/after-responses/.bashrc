# >>> taotoken >>>
# Written by taotoken; to take it out: taotoken undo
export COPILOT_PROVIDER_BASE_URL='https://gw.example/api/v1'
export COPILOT_PROVIDER_TYPE='openai'
export COPILOT_PROVIDER_WIRE_API='responses'
export COPILOT_PROVIDER_API_KEY_COMMAND='cat "$HOME/.copilot/taotoken-key"'
export COPILOT_MODEL='demo-large'
# <<< taotoken <<<
