import { generateText, type ModelMessage, stepCountIs, streamText, tool, wrapLanguageModel } from 'ai';
import { MockLanguageModelV4, simulateReadableStream } from 'ai/test';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { memoryMiddleware } from './memory-middleware.ts';
import { rememberStep } from './remember-step.ts';
import { createThreadMemory, type ThreadMemoryOptions } from './thread-memory.ts';

const long =
  'The user asks one question after another, and to each of them the assistant gives an answer with what was found. Nothing was decided so far, no constraints were mentioned, and no questions are still open in this conversation.';
const usage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
};
type Prompt = MockLanguageModelV4['doGenerateCalls'][number]['prompt'];
const stop = { unified: 'stop' as const, raw: 'stop' };

/** A model that first makes `calls` tool calls and then answers "ok". */
function createModel(calls = 0) {
  let left = calls;
  return new MockLanguageModelV4({
    doGenerate: async () =>
      left-- > 0
        ? {
            content: [{ type: 'tool-call', toolCallId: `c${left}`, toolName: 'look_up', input: '{}' }],
            finishReason: { unified: 'tool-calls', raw: 'tool_calls' },
            usage,
            warnings: [],
          }
        : { content: [{ type: 'text', text: 'ok' }], finishReason: stop, usage, warnings: [] },
    doStream: async () => ({
      stream: simulateReadableStream({
        chunks: [
          { type: 'stream-start', warnings: [] },
          { type: 'text-start', id: '1' },
          { type: 'text-delta', id: '1', delta: 'ok' },
          { type: 'text-end', id: '1' },
          { type: 'finish', finishReason: stop, usage },
        ],
      }),
    }),
  });
}

function history(turns: number): ModelMessage[] {
  const past = Array.from({ length: turns }, (_, n): ModelMessage[] => [
    { role: 'user', content: `q${n + 1}` },
    {
      role: 'assistant',
      content: [{ type: 'tool-call', toolCallId: `t${n}`, toolName: 'look_up', input: { n } }],
    },
    {
      role: 'tool',
      content: [
        {
          type: 'tool-result',
          toolCallId: `t${n}`,
          toolName: 'look_up',
          output: { type: 'text', value: `found ${n + 1}` },
        },
      ],
    },
    { role: 'assistant', content: `a${n + 1}` },
  ]).flat();
  return [...past, { role: 'user', content: 'now' }];
}

function questions(prompt: Prompt | undefined): string[] {
  return (prompt ?? []).flatMap((message) =>
    message.role === 'user' ? message.content.map((part) => (part.type === 'text' ? part.text : '')) : [],
  );
}

function open(options: ThreadMemoryOptions = {}) {
  const prompts: string[] = [];
  const model = (prompt: string) => {
    prompts.push(prompt);
    return long;
  };
  return { prompts, memory: createThreadMemory({ llm: { model }, ...options }) };
}

describe('the middleware', () => {
  test('sends all turns up to six, then summary and window, and never folds twice', async () => {
    const { prompts, memory } = open();
    const model = createModel();
    const wrapped = wrapLanguageModel({ model, middleware: memoryMiddleware(memory) });
    const sent = () => model.doGenerateCalls.at(-1)?.prompt;
    await generateText({ model: wrapped, instructions: 'Be kind.', messages: history(6) });
    expect(questions(sent())).toEqual(['q1', 'q2', 'q3', 'q4', 'q5', 'q6', 'now']);

    await generateText({ model: wrapped, instructions: 'Be kind.', messages: history(8) });
    expect(questions(sent())).toEqual(['q3', 'q4', 'q5', 'q6', 'q7', 'q8', 'now']);
    expect(sent()?.[0]).toMatchObject({
      role: 'system',
      content: expect.stringMatching(/^Be kind\.\n\nSummary so far/u),
    });
    expect(sent()?.[0]?.content).toContain(long);
    expect(prompts).toHaveLength(1);
    expect(prompts[0]).toContain('found 1');

    await generateText({ model: wrapped, instructions: 'Be kind.', messages: history(8) });
    expect(questions(sent())).toEqual(['q5', 'q6', 'q7', 'q8', 'now']);
    await generateText({ model: wrapped, instructions: 'Be kind.', messages: history(8) });
    expect(prompts).toHaveLength(2);
  });

  test('works for streams', async () => {
    const { memory } = open();
    const model = createModel();
    const wrapped = wrapLanguageModel({ model, middleware: memoryMiddleware(memory) });
    const result = streamText({ model: wrapped, messages: history(8) });
    expect(await result.text).toBe('ok');
    expect(questions(model.doStreamCalls[0]?.prompt)).toHaveLength(7);
  });

  test('keeps a tool call with its result', async () => {
    const { memory } = open();
    const model = createModel();
    await generateText({
      model: wrapLanguageModel({ model, middleware: memoryMiddleware(memory) }),
      messages: history(9),
    });
    const prompt = model.doGenerateCalls[0]?.prompt ?? [];
    const parts = prompt.flatMap(({ content }): { type: string }[] =>
      typeof content === 'string' ? [] : content,
    );
    const ids = (type: string) =>
      parts.flatMap((part) => (part.type === type && 'toolCallId' in part ? [part.toolCallId] : []));
    expect(ids('tool-result')).toEqual(ids('tool-call'));
    expect(ids('tool-call')).toHaveLength(6);
  });

  test.each([
    ['throws', () => Promise.reject(new Error('429'))],
    ['answers with nothing', () => ''],
  ])('sends the whole history when the summarizer %s', async (_, summarizer) => {
    const issues: unknown[] = [];
    const { memory } = open({ llm: { model: summarizer }, onIssue: (issue) => issues.push(issue) });
    const model = createModel();
    await generateText({
      model: wrapLanguageModel({ model, middleware: memoryMiddleware(memory) }),
      messages: history(9),
    });
    expect(questions(model.doGenerateCalls[0]?.prompt)).toHaveLength(10);
    expect(memory.snapshot()).toMatchObject({ folded: 0, summary: null });
    expect(issues).toHaveLength(1);
  });

  test('goes on from a snapshot in another process, and starts again when the messages are others', async () => {
    const saved: unknown[] = [];
    const first = open({ onSnapshot: (snapshot) => void saved.push(structuredClone(snapshot)) });
    await first.memory.compact(history(8));
    expect(saved).toEqual([first.memory.snapshot()]);
    const second = open({ snapshot: first.memory.snapshot() });
    expect((await second.memory.compact(history(6))).live.length).toBe(4 * 4 + 1);
    expect(second.prompts).toHaveLength(0);
    const edited = history(6).with(0, { role: 'user', content: 'another question' });
    expect((await second.memory.compact(edited)).summary).toBeNull();
  });

  test('folds the same turns once when two calls come at the same time', async () => {
    const { prompts, memory } = open();
    const [one, two] = await Promise.all([memory.compact(history(8)), memory.compact(history(8))]);
    expect(prompts).toHaveLength(2);
    expect(one?.live).toHaveLength(6 * 4 + 1);
    expect(two?.live).toHaveLength(4 * 4 + 1);
  });
});

describe('the helper for prepareStep', () => {
  test('puts summary and window before the first step, and they stay for the steps after it', async () => {
    const { prompts, memory } = open();
    const model = createModel(2);
    const result = await generateText({
      model,
      instructions: 'Be kind.',
      messages: history(8),
      tools: { look_up: tool({ inputSchema: z.object({}), execute: () => 'found' }) },
      stopWhen: stepCountIs(5),
      prepareStep: rememberStep(memory),
    });
    expect(result.text).toBe('ok');
    expect(model.doGenerateCalls).toHaveLength(3);
    for (const { prompt } of model.doGenerateCalls) {
      expect(questions(prompt)).toEqual(['q3', 'q4', 'q5', 'q6', 'q7', 'q8', 'now']);
      expect(prompt[0]?.content).toContain(long);
    }
    expect(prompts).toHaveLength(1);
  });
});

describe('a model of the AI SDK as summarizer', () => {
  test('gets instructions and prompt, and an answer that was cut off is refused', async () => {
    const summarizer = new MockLanguageModelV4({
      doGenerate: {
        content: [{ type: 'text', text: long }],
        finishReason: { unified: 'length', raw: 'length' },
        usage,
        warnings: [],
      },
    });
    const issues: { message: string }[] = [];
    const { memory } = open({ summarizer: { model: summarizer }, onIssue: (issue) => issues.push(issue) });
    const { live } = await memory.compact(history(8));
    expect(live).toHaveLength(8 * 4 + 1);
    expect(issues[0]?.message).toContain('cut off');
    expect(summarizer.doGenerateCalls[0]?.prompt.map(({ role }) => role)).toEqual(['system', 'user']);
  });
});
