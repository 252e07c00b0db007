alias ll='ls -alF'
# >>> taotoken >>>
# Written by taotoken; to take it out: taotoken undo
export COPILOT_PROVIDER_BASE_URL='https://old.example/v1'
export COPILOT_PROVIDER_TYPE='openai'
export COPILOT_PROVIDER_API_KEY='sk-old-0000000000000001'
export MY_OWN=1
# <<< taotoken <<<
alias la='ls -A'
