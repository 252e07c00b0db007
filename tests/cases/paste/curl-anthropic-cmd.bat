curl.exe -X POST ^"https://gw.example/api/v1/messages^" ^
  -H ^"x-api-key: sk-demo-7f3a99990000aaaa1111^" ^
  --data-raw ^"{\^"model\^":\^"glm-4.6\^",\^"max_tokens\^":9}^"
