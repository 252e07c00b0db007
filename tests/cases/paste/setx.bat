setx OPENAI_BASE_URL "https://gw.example/api"
setx /M OPENAI_API_KEY sk-demo-7f3a99990000aaaa1111
setx OPENAI_MODEL glm-4.6
