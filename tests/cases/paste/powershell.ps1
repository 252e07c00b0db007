$env:ANTHROPIC_BASE_URL = "https://gw.example/api"; $env:ANTHROPIC_AUTH_TOKEN='sk-demo-7f3a99990000aaaa1111'
${env:ANTHROPIC_MODEL} = "glm-4.6"
