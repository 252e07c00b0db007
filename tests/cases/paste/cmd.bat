@echo off
REM set OPENAI_API_KEY=sk-demo-7f3a99990000aaaa2222
set OPENAI_BASE_URL=https://gw.example/api
set "OPENAI_API_KEY=sk-demo-7f3a99990000aaaa1111"
set OPENAI_MODEL="glm-4.6"
