set -gx OPENAI_BASE_URL https://gw.example/api
set -Ux OPENAI_API_KEY "sk-demo-7f3a99990000aaaa1111"
set -gx OPENAI_MODEL glm-4.6
