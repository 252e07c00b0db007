export OPENAI_BASE_URL=https://gw.example/api
export OPENAI_API_KEY=$(cat ~/.secret)
export OPENAI_MODEL=glm-4.6
