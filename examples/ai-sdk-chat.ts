/** AI SDK chat with memory. Run `npm run example:ai-sdk`. Works offline; replace `offline` with any model. */
import { generateText, type ModelMessage, wrapLanguageModel } from 'ai';
import { MockLanguageModelV4 } from 'ai/test';
import { createThreadMemory, memoryMiddleware } from 'precis-memory/ai-sdk';

/** A stub chat model that says how many messages it received. */
const offline = new MockLanguageModelV4({
  modelId: 'offline',
  doGenerate: async ({ prompt }) => {
    const text = `I was sent ${prompt.length} messages. I suggest a walk along the harbour and a trip by boat.`;
    return {
      content: [{ type: 'text', text }],
      finishReason: { unified: 'stop', raw: 'stop' },
      usage: {
        inputTokens: { total: 0, noCache: 0, cacheRead: 0, cacheWrite: 0 },
        outputTokens: { total: 0, text: 0, reasoning: 0 },
      },
      warnings: [],
    };
  },
});

const memory = createThreadMemory(); // e.g. { llm: { model: openai('gpt-5-mini') } }
const model = wrapLanguageModel({ model: offline, middleware: memoryMiddleware(memory) });

const messages: ModelMessage[] = [];
const towns = ['Bergen', 'Lunde', 'Visby', 'Turku', 'Aarhus', 'Riga', 'Gdansk', 'Kiel', 'Tallinn', 'Malmo'];
for (const town of towns) {
  messages.push({ role: 'user', content: `Please plan two days in ${town} by train, without museums.` });
  const { text, response } = await generateText({ model, instructions: 'You plan trips.', messages });
  messages.push(...response.messages);
  console.log(`${town}: ${text}`);
}

const { folded, summary } = memory.snapshot();
console.log(`\n${messages.length} messages in all, ${folded} of them in the summary:\n${summary}`);
