OPENAI_BASE_URL=https://gw.example/api OPENAI_API_KEY=sk-demo-7f3a99990000aaaa1111 OPENAI_MODEL=glm-4.6 codex exec hi
