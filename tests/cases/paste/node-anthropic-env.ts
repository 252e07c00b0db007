const client = new Anthropic({
  baseURL: `https://gw.example/api`,
  apiKey: process.env.ANTHROPIC_API_KEY,
});
client.messages.create({ model: 'glm-4.6' });
