import OpenAI from 'openai';
// baseURL: 'https://old.example'
const client = new OpenAI({ baseURL: 'https://gw.example/api/v1', apiKey: 'sk-demo-7f3a99990000aaaa1111' });
const r = await client.chat.completions.create({ model: 'glm-4.6', messages: [] });
