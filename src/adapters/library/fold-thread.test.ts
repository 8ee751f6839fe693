import type { ModelMessage } from 'ai';
import { expect, test } from 'vitest';
import { foldThread } from './fold-thread.ts';
import type { HostMessage } from './read-messages.ts';

const told = 'The harbour bridge is closed for two years and people walk around it. ';

const summary =
  'The user asked several questions about the harbour bridge. The assistant looked for the bridge each time and answered that the harbour bridge is closed for two years, so that people walk around it until it opens again.';

/** Nine turns in a host's own form, enough for a fold. */
function makeTurns<M>(make: (n: number) => M[]): M[] {
  return Array.from({ length: 9 }, (_, n) => make(n)).flat();
}

const aiSdk: ModelMessage[] = makeTurns((n) => [
  { role: 'user', content: [{ type: 'text', text: `Question ${n}. ${told}` }] },
  {
    role: 'assistant',
    content: [
      { type: 'reasoning', text: 'The user wants the bridge.' },
      { type: 'tool-call', toolCallId: `call-${n}`, toolName: 'findBridge', input: { n } },
    ],
  },
  {
    role: 'tool',
    content: [
      {
        type: 'tool-result',
        toolCallId: `call-${n}`,
        toolName: 'findBridge',
        output: { type: 'json', value: { closed: true } },
      },
    ],
  },
  { role: 'assistant', content: `Answer ${n}. ${told}` },
]);

const openAi = makeTurns((n) => [
  { role: 'user' as const, content: [{ type: 'text' as const, text: `Question ${n}. ${told}` }] },
  {
    role: 'assistant' as const,
    content: null,
    tool_calls: [
      {
        id: `call-${n}`,
        type: 'function' as const,
        function: { name: 'findBridge', arguments: `{"n":${n}}` },
      },
    ],
  },
  { role: 'tool' as const, tool_call_id: `call-${n}`, content: '{"closed":true}' },
  { role: 'assistant' as const, content: `Answer ${n}. ${told}` },
]);

const own = makeTurns((n) => [
  { role: 'user' as const, text: `Question ${n}. ${told}` },
  { role: 'assistant' as const, text: `Answer ${n}. ${told}` },
]);

test.each<[string, HostMessage[], number]>([
  ['AI SDK', aiSdk, 4],
  ['OpenAI', openAi, 4],
  ['its own', own, 2],
])('messages as %s writes them are folded, and stay the host’s', async (_, messages, perTurn) => {
  const prompts: string[] = [];
  const model = (prompt: string) => {
    prompts.push(prompt);
    return summary;
  };
  const { thread, folded, failure } = await foldThread({ messages }, { llm: { model } });
  expect(failure).toBeNull();
  expect(folded).toBe(3 * perTurn);
  expect(thread).toMatchObject({ folded, segments: [] });
  expect(thread.summary).toContain('harbour bridge');
  expect(thread.messages).toBe(messages);
  expect(prompts.join('')).toContain(`User: Question 2. ${told.trim()}`);
  expect(prompts.join('')).toContain('Answer 2.');
  expect(prompts.join('')).not.toContain('wants the bridge');
  const calls = prompts.join('').match(/\[calls findBridge \{"n":2\}\]/gu) ?? [];
  expect(calls).toHaveLength(perTurn === 4 ? 1 : 0);
  if (perTurn === 4) expect(prompts.join('')).toMatch(/Tool result.*: \{"closed":true\}/u);
});

test('a message with several results of tools is one place in the thread', async () => {
  const result = (id: string) => ({
    type: 'tool-result',
    toolCallId: id,
    toolName: 'find',
    output: { type: 'text', value: told },
  });
  const messages = makeTurns<HostMessage>((n) => [
    { role: 'user', content: `Question ${n}. ${told}` },
    { role: 'assistant', content: [{ type: 'tool-call', toolCallId: 'a', toolName: 'find', input: {} }] },
    { role: 'tool', content: [result('a'), result('b'), result('c')] },
    { role: 'assistant', content: `Answer ${n}. ${told}` },
  ]);
  const { thread } = await foldThread({ messages }, { llm: { model: () => summary } });
  expect(messages[thread.folded]).toMatchObject({
    role: 'user',
    content: expect.stringContaining('Question 3'),
  });
});

test.each<[unknown, string]>([
  [{ content: 'Hello' }, 'messages.0.role: Use user, assistant, tool or system.'],
  [{ role: 'human', content: 'Hello' }, 'messages.0.role: Use user, assistant, tool or system.'],
  [{ role: 'user' }, 'messages.0: Enter text or content.'],
  [{ role: 'user', content: null }, 'messages.0: Enter text or a list of parts as content.'],
  [{ role: 'user', content: 7 }, 'messages.0: Enter text or a list of parts as content.'],
  [
    { role: 'user', id: '1', parts: [{ type: 'text', text: 'Hello' }] },
    'messages.0: This is a UI message. Convert the messages with convertToModelMessages first.',
  ],
  [
    { role: 'assistant', id: '1', parts: [{ type: 'text', text: 'Hello' }] },
    'messages.0: This is a UI message. Convert the messages with convertToModelMessages first.',
  ],
  [{ role: 'user', content: ['Hello'] }, 'messages.0.content.0.type: Each part needs a type, such as text.'],
  ['Hello', 'messages.0: Enter a message with role and content.'],
])('%j is refused with what is wrong', async (message, words) => {
  const thread = { messages: [message as HostMessage] };
  await expect(foldThread(thread)).rejects.toMatchObject({ code: 'invalid_input', message: words });
});

test('a thread without a list of messages is refused', async () => {
  const thread = { messages: { role: 'user', content: 'Hello' } as unknown as HostMessage[] };
  await expect(foldThread(thread)).rejects.toMatchObject({ message: 'messages: Enter a list of messages.' });
});
