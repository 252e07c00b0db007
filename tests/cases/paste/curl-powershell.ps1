curl.exe https://gw.example/api/v1/responses `
  -H "Authorization: Bearer sk-demo-7f3a99990000aaaa1111" `
  -d '{"model":"glm-4.6","input":"hi"}'
