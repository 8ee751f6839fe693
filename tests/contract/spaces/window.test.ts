import { afterEach, beforeEach, expect, test } from 'vitest';
import { loadTokenizer } from '#text/tokens/tokens.ts';
import { describeEachPlace } from '../each-store.ts';
import { goodSummary, goodSummaryOf, openSpacesBench, type SpacesBench } from './open-spaces-bench.ts';

interface ChatBody {
  messages: { role: string; content: string }[];
}

/** The chat model's input for its newest answer. Requests for titles go to the summarizer. */
function lastPrompt({ chat }: SpacesBench): ChatBody['messages'] {
  return (chat.requests.at(-1)?.body as ChatBody | undefined)?.messages ?? [];
}

const foldsOf = ({ summarizer }: SpacesBench) =>
  summarizer.requests.filter(({ system }) => system.includes('running summary'));

describeEachPlace('the window of a thread', (current) => {
  let bench: SpacesBench;
  beforeEach(async () => {
    bench = await openSpacesBench(current().place);
  });
  afterEach(() => bench.close());

  test('holds 6 turns before there is a summary and 4 after', async () => {
    const thread = await bench.newThread('Answer like a harbour master.');
    await bench.sayMany(thread.id, 7);
    // The seventh question was asked with six turns before it, all of which were live.
    expect(lastPrompt(bench)).toHaveLength(1 + 12 + 1);
    expect(lastPrompt(bench)[0]?.content).not.toContain('Summary so far');
    // Its answer makes seven turns, so the first one is folded before the next question.
    expect(foldsOf(bench)).toHaveLength(1);
    const afterFirst = await bench.client.threads.get(thread.id);
    expect(afterFirst.thread).toMatchObject({ summary: goodSummary.trim(), summaryThroughSeq: 2 });

    await bench.say(thread.id, 'Question 8.');
    expect(lastPrompt(bench)).toHaveLength(1 + 12 + 1);
    expect(lastPrompt(bench)[0]?.content).toContain('Summary so far');
    const { thread: folded, window, meter } = await bench.client.threads.get(thread.id);
    // With a summary, four turns stay live before the next question.
    expect(folded.summaryThroughSeq).toBe(8);
    expect(window).toMatchObject({ policy: 'adaptive', maxTurns: 4, liveTurns: 4 });
    expect(meter.sentTokens).toBeGreaterThan(0);

    await bench.say(thread.id, 'Question 9.');
    expect(lastPrompt(bench).map(({ role }) => role)).toEqual([
      'system',
      ...Array.from({ length: 4 }, () => ['user', 'assistant']).flat(),
      'user',
    ]);
  });

  test('comes in the prompt after instructions and summary and before the new message', async () => {
    const thread = await bench.newThread('Answer like a harbour master.');
    await bench.sayMany(thread.id, 9);
    const [system, first, ...rest] = lastPrompt(bench);
    expect(system?.content).toMatch(
      /^Answer like a harbour master\.[^]*Summary so far[^]*SUMMARY: The user asked/,
    );
    expect(first).toEqual({ role: 'user', content: 'Question 5.' });
    expect(rest.at(-1)).toEqual({ role: 'user', content: 'Question 9.' });
  });

  test('gives every message that leaves it to the summarizer, by its own model, address and key', async () => {
    const thread = await bench.newThread();
    await bench.sayMany(thread.id, 10);
    const folds = foldsOf(bench);
    expect(folds.length).toBeGreaterThan(2);
    for (const request of folds) {
      expect(request.model).toBe('summary-model');
      expect(request.headers.authorization).toBe('Bearer key-of-summarizer');
    }
    expect(bench.chat.requests.every(({ headers }) => headers.authorization === 'Bearer key-of-chat')).toBe(
      true,
    );
    expect(bench.chat.requests.every(({ model }) => model === 'chat-model')).toBe(true);
    const { summaryThroughSeq } = (await bench.client.threads.get(thread.id)).thread;
    const read = folds.map(({ prompt }) => prompt).join('\n');
    const messages = await bench.allMessages(thread.id);
    for (const { text } of messages.filter(({ seq }) => seq <= summaryThroughSeq))
      expect(read).toContain(text);
    // Each fold after the first one read the summary before it.
    expect(folds.slice(1).every(({ prompt }) => prompt.includes('SUMMARY: The user asked'))).toBe(true);
    const runs = await bench.client.runs.list({ taskType: 'fold' });
    expect(runs.items[0]).toMatchObject({
      model: 'summary-model',
      parameters: { tokenBudget: '8000', messageCount: '2' },
    });
  });

  test('is bounded by the token budget of the summarizer: more is folded in order, in several calls', async () => {
    await bench.setAgent({
      summarizer: {
        model: 'small',
        tokenBudget: 1200,
        apiBase: bench.summarizer.baseUrl('openai'),
        apiKey: null,
      },
      memory: { policy: 'batched', hotPathTokenBudget: null, hotPathMarginPct: 0, recentMessageFloor: 2 },
      confirmKeyOrigins: [new URL(bench.summarizer.url).origin],
    });
    let part = 0;
    bench.summarizer.always(() => ({ text: goodSummaryOf(++part) }));
    bench.chat.always(({ prompt }) => ({
      text: `${prompt} Answer: ${'words that fill the window '.repeat(20)}`,
    }));
    const thread = await bench.newThread();
    await bench.sayMany(thread.id, 24);
    const before = bench.summarizer.requests.length;
    await bench.say(thread.id, 'Question 25.');
    const folds = bench.summarizer.requests.slice(before);
    expect(folds.length).toBeGreaterThan(2);
    const { count } = await loadTokenizer();
    for (const { system, prompt } of folds) expect(count(system) + count(prompt)).toBeLessThanOrEqual(1200);
    const read = folds.map(({ prompt }) => prompt).join('\n');
    for (let turn = 1; turn <= 21; turn++) expect(read).toContain(`Question ${turn}.`);
    // Without a key of its own, the summarizer uses the agent's key, which was confirmed.
    expect(folds[0]?.headers.authorization).toBe('Bearer key-of-chat');
  });
});
