import os
from anthropic import Anthropic
client = Anthropic(base_url="https://gw.example/api", api_key=os.environ["MY_KEY"])
client.messages.create(model="glm-4.6", max_tokens=9, messages=[])
