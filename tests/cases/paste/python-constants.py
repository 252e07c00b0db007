from openai import OpenAI
BASE_URL = "https://gw.example/api"
API_KEY = "sk-demo-7f3a99990000aaaa1111"
MODEL = "glm-4.6"
client = OpenAI(base_url=BASE_URL, api_key=API_KEY)
print(client.chat.completions.create(model=MODEL, messages=[]))
