[Environment]::SetEnvironmentVariable("OPENAI_BASE_URL", "https://gw.example/api", "User")
[System.Environment]::SetEnvironmentVariable('OPENAI_API_KEY', 'sk-demo-7f3a99990000aaaa1111', 'User')
[Environment]::SetEnvironmentVariable("OPENAI_MODEL", "glm-4.6", "User")
