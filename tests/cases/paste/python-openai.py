from openai import OpenAI

client = OpenAI(
    base_url="https://gw.example/api/v1",
    api_key="sk-demo-7f3a99990000aaaa1111",
)
reply = client.chat.completions.create(
    model="glm-4.6",
    messages=[{"role": "user", "content": "hi"}],
    max_tokens=100,
)
