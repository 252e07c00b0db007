export OPENAI_API_KEY="sk-demo-7f3a99990000aaaa1111"
curl https://gw.example/api/v1/chat/completions -H "Authorization: Bearer $OPENAI_API_KEY" -d '{"model":"glm-4.6"}'
