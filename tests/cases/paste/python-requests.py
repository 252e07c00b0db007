import requests
url = "https://gw.example/api/v1/chat/completions"
headers = {"Authorization": "Bearer sk-demo-7f3a99990000aaaa1111", "Content-Type": "application/json"}
r = requests.post(url, headers=headers, json={"model": "glm-4.6", "messages": []})
