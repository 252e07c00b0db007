export OPENAI_BASE_URL="https://gw.example/api
export OPENAI_API_KEY=sk-demo-7f3a99990000aaaa1111"
export OPENAI_MODEL="glm-4.6"
