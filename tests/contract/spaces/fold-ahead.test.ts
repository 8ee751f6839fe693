import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { foldThread } from '#memory/fold-thread.ts';
import { buildPrompt, type ThreadState } from '#memory/thread-state.ts';
import { windowPolicies } from '#memory/window-policy.ts';
import type { ThreadId } from '#schema/spaces/space.ts';
import { loadTokenizer } from '#text/tokens/tokens.ts';
import { closePlace, describeEachPlace, openPlace } from '../each-store.ts';
import { goodSummary, goodSummaryOf, openSpacesBench, type SpacesBench } from './open-spaces-bench.ts';

interface ChatBody {
  messages: { role: string; content: string }[];
}

const isFold = ({ system }: { system: string }) => system.includes('running summary');
const longMessage = 'A very long question about the harbour and its bridge. '.repeat(250);

/** The inputs of the chat model, in order. */
function promptsOf({ chat }: SpacesBench): ChatBody['messages'][] {
  return chat.requests.map(({ body }) => (body as ChatBody).messages);
}

const lastPrompt = (bench: SpacesBench) => promptsOf(bench).at(-1) ?? [];

/** Makes the summarizer wait for its release before it answers. */
function hold(bench: SpacesBench): { release(): void } {
  const gate = Promise.withResolvers<void>();
  bench.summarizer.always(async (request) => {
    if (isFold(request)) await gate.promise;
    return { text: goodSummary };
  });
  return { release: gate.resolve };
}

describeEachPlace('the fold that a next message would make due', (current) => {
  let bench: SpacesBench;
  let held: ReturnType<typeof hold>;
  beforeEach(async () => {
    bench = await openSpacesBench(current().place);
    held = hold(bench);
  });
  afterEach(async () => {
    held.release();
    await bench.close();
  });

  const waitAtMost = (timeoutMs: number) =>
    bench.setAgent({
      summarizer: {
        model: 'summary-model',
        apiBase: bench.summarizer.baseUrl('openai'),
        apiKey: 'key-of-summarizer',
        timeoutMs,
      },
    });

  /** Sends seven turns, of which the first is due to be folded. Its fold is in progress. */
  async function startFolding(): Promise<ThreadId> {
    const { id } = await bench.newThread();
    for (let turn = 1; turn <= 7; turn++) {
      const started = await bench.client.threads.send(id, { text: `Question ${turn}.` });
      await bench.end(started.replyRun.id);
    }
    await expect.poll(() => bench.summarizer.requests.filter(isFold).length).toBe(1);
    return id;
  }

  const foldRuns = async () => (await bench.client.runs.list({ taskType: 'fold' })).items;

  /** Checks that every message is either in the summary or live, and that the numbers agree. */
  async function checkCoverage(id: ThreadId): Promise<void> {
    const messages = await bench.allMessages(id);
    const { thread } = await bench.client.threads.get(id);
    const live = messages.filter(({ seq }) => seq > thread.summaryThroughSeq);
    expect(thread.messageCount).toBe(messages.length);
    expect(thread.liveTokens).toBe(live.reduce((sum, { tokens }) => sum + tokens, 0));
    if (thread.summaryThroughSeq > 0) {
      expect(messages.map(({ seq }) => seq)).toContain(thread.summaryThroughSeq);
      expect(live[0]?.role).toBe('user');
    }
  }

  test('runs when the answer has ended, and nothing waits for it', async () => {
    const id = await startFolding();
    const { activeRuns } = await bench.client.threads.get(id);
    expect(activeRuns).toMatchObject([{ taskType: 'fold', status: 'running' }]);
    held.release();
    await bench.end((await foldRuns())[0]?.id ?? expect.unreachable());
    const turn = await bench.say(id, 'Question 8.');
    expect(turn).toMatchObject({ foldRun: null, foldSkipped: null, replyRun: { afterRunId: null } });
    expect(lastPrompt(bench)).toHaveLength(1 + 12 + 1);
    expect(lastPrompt(bench)[0]?.content).toContain('SUMMARY: The user asked');
    await checkCoverage(id);
  });

  test('is waited for by a message that comes first, and read by its answer', async () => {
    await waitAtMost(60_000);
    const id = await startFolding();
    const asked = bench.chat.requests.length;
    const turn = await bench.client.threads.send(id, { text: 'Question 8.' });
    expect(turn.foldRun).toMatchObject({ id: turn.replyRun.afterRunId, taskType: 'fold' });
    expect((await bench.client.runs.get(turn.replyRun.id)).run.status).toBe('queued');
    expect(bench.chat.requests).toHaveLength(asked);
    held.release();
    await bench.settle(turn);
    expect(lastPrompt(bench)).toHaveLength(1 + 12 + 1);
    expect(lastPrompt(bench)[0]?.content).toContain('SUMMARY: The user asked');
    await checkCoverage(id);
  });

  test('that hangs is waited for once, up to the time-out, and continues for a later prompt', async () => {
    const timeoutMs = 400;
    await waitAtMost(timeoutMs);
    const id = await startFolding();
    const turn = await bench.client.threads.send(id, { text: 'Question 8.' });
    const { createdAt, startedAt, status } = await bench.end(turn.replyRun.id);
    expect(status).toBe('succeeded');
    expect((startedAt ?? 0) - createdAt).toBeGreaterThanOrEqual(timeoutMs - 50);
    // The prompt has all seven turns and no summary.
    expect(lastPrompt(bench)).toHaveLength(14 + 1);
    expect(lastPrompt(bench)[0]).toEqual({ role: 'user', content: 'Question 1.' });

    const next = await bench.client.threads.send(id, { text: 'Question 9.' });
    expect(next).toMatchObject({ foldRun: null, replyRun: { afterRunId: null } });
    await bench.end(next.replyRun.id);
    expect(lastPrompt(bench)).toHaveLength(16 + 1);
    expect(await foldRuns()).toMatchObject([{ status: 'running' }]);

    held.release();
    await bench.end(turn.foldRun?.id ?? expect.unreachable());
    expect((await bench.client.threads.get(id)).thread).toMatchObject({ summaryThroughSeq: 2 });
    await bench.say(id, 'Question 10.');
    expect(lastPrompt(bench)[0]?.content).toContain('SUMMARY: The user asked');
    await checkCoverage(id);
  });

  test('is cancelled by a very long message; a finished one is kept', async () => {
    const id = await startFolding();
    const turn = await bench.client.threads.send(id, { text: longMessage });
    expect(turn.foldRun).toBeNull();
    expect(turn.foldSkipped).toContain('very long');
    await bench.end(turn.replyRun.id);
    expect(lastPrompt(bench)).toHaveLength(14 + 1);
    const ended = (await foldRuns()).at(-1);
    expect((await bench.end(ended?.id ?? expect.unreachable())).status).toBe('cancelled');

    held.release();
    await bench.settle(turn);
    await bench.say(id, 'A short one.');
    const { thread } = await bench.client.threads.get(id);
    expect(thread.summaryThroughSeq).toBeGreaterThan(0);
    const again = await bench.say(id, longMessage);
    expect(again.foldSkipped).toBeNull();
    expect(lastPrompt(bench)[0]?.content).toContain('SUMMARY: The user asked');
    await checkCoverage(id);
  });

  test('ends with the answer that waits for it when that is stopped', async () => {
    await waitAtMost(60_000);
    const id = await startFolding();
    const asked = bench.chat.requests.length;
    const turn = await bench.client.threads.send(id, { text: 'Question 8.' });
    await bench.client.runs.cancel(turn.replyRun.id);
    expect((await bench.end(turn.replyRun.id)).status).toBe('cancelled');
    expect((await bench.end(turn.foldRun?.id ?? expect.unreachable())).status).toBe('cancelled');
    await bench.settle(turn);
    expect(bench.chat.requests).toHaveLength(asked);
    expect((await bench.client.threads.get(id)).thread.summary).toBeNull();
    // After a stop, nothing is folded until the next message asks for it.
    expect(await foldRuns()).toHaveLength(1);

    held.release();
    const next = await bench.client.threads.send(id, { text: 'Question 9.' });
    expect(next.foldRun).not.toBeNull();
    await bench.settle(next);
    expect(lastPrompt(bench)[0]?.content).toContain('SUMMARY: The user asked');
    await checkCoverage(id);
  });

  test('is kept even if the newest message is retried or edited meanwhile', async () => {
    await waitAtMost(0);
    const id = await startFolding();
    await bench.end((await bench.client.threads.retry(id)).replyRun.id);
    const question = (await bench.allMessages(id)).findLast(({ role }) => role === 'user');
    const edited = await bench.client.threads.editLast(id, question?.id ?? expect.unreachable(), {
      text: 'Question 7, in other words.',
    });
    await bench.end(edited.replyRun.id);
    await checkCoverage(id);
    expect(await foldRuns()).toHaveLength(1);
    held.release();
    const [fold] = await foldRuns();
    expect((await bench.end(fold?.id ?? expect.unreachable())).status).toBe('succeeded');
    expect((await bench.client.threads.get(id)).thread).toMatchObject({ summaryThroughSeq: 2 });
    await checkCoverage(id);
    await bench.say(id, 'Question 8.');
    await checkCoverage(id);
  });

  test('is one, however many messages, retries and rebuilds come during it', async () => {
    await waitAtMost(0);
    const id = await startFolding();
    await Promise.allSettled([
      ...Array.from({ length: 5 }, (_, index) => bench.client.threads.send(id, { text: `At once ${index}` })),
      bench.client.threads.retry(id),
      bench.client.threads.rebuildSummary(id),
    ]);
    expect(await foldRuns()).toHaveLength(1);
    expect(bench.summarizer.requests.filter(isFold)).toHaveLength(1);
    held.release();
    // The end of an answer starts the next queued message, after a moment in which no run is active.
    const countOpen = async () => {
      const { activeRuns, queued } = await bench.client.threads.get(id);
      return activeRuns.length + queued.length;
    };
    await expect.poll(countOpen).toBe(0);
    await checkCoverage(id);
  });

  test('leaves nothing behind in a thread that is deleted during it', async () => {
    const id = await startFolding();
    await bench.client.threads.remove(id);
    const [fold] = await foldRuns();
    expect((await bench.end(fold?.id ?? expect.unreachable())).status).toBe('cancelled');
    await expect(bench.client.threads.get(id)).rejects.toMatchObject({ code: 'not_found' });
  });

  test('continues after a restart, and runs once', async () => {
    const id = await startFolding();
    const { chat, summarizer } = bench;
    await bench.app.stop(0);
    held.release();
    const again = await openSpacesBench(current().place, { servers: { chat, summarizer } });
    try {
      const [fold] = (await again.client.runs.list({ taskType: 'fold' })).items;
      expect((await again.end(fold?.id ?? expect.unreachable())).status).toBe('succeeded');
      expect((await again.client.threads.get(id)).thread).toMatchObject({
        summaryThroughSeq: 2,
        summaryRevision: 1,
      });
      const turn = await again.say(id, 'Question 8.');
      expect(turn.foldRun).toBeNull();
      expect(lastPrompt(again)).toHaveLength(1 + 12 + 1);
    } finally {
      await again.app.stop(0);
    }
  });
});

describe('30 turns', () => {
  test('are asked with the prompts that folds at the time of sending would have made', async () => {
    const place = await openPlace('sqlite');
    const bench = await openSpacesBench(place);
    try {
      const answerTo = (question: string) => `An answer to this: ${question}`;
      let folds = 0;
      bench.summarizer.always((request) => ({ text: isFold(request) ? goodSummaryOf(++folds) : 'A title' }));
      bench.chat.always(({ prompt }) => ({ text: answerTo(prompt) }));
      const { id } = await bench.newThread('Answer like a harbour master.');
      await bench.sayMany(id, 30);

      const { count } = await loadTokenizer();
      let expectedFolds = 0;
      let thread: ThreadState = { messages: [], folded: 0, summary: null, segments: [] };
      for (let turn = 1; turn <= 30; turn++) {
        const prompt = `Question ${turn}.`;
        ({ thread } = await foldThread(thread, {
          policy: windowPolicies.adaptive,
          tokenBudget: 8000,
          count,
          summarize: async () => goodSummaryOf(++expectedFolds),
          judge: ({ candidate }) => ({ kind: 'accepted', text: candidate }),
        }));
        const { history } = buildPrompt({
          instructions: '',
          summary: thread.summary,
          live: thread.messages.slice(thread.folded),
          prompt,
        });
        const [system, ...said] = promptsOf(bench)[turn - 1] ?? [];
        expect(said).toEqual([
          ...history.map(({ role, text }) => ({ role, content: text })),
          { role: 'user', content: prompt },
        ]);
        expect(system?.content).toMatch(/^Answer like a harbour master\./);
        if (thread.summary === null) expect(system?.content).not.toContain('Summary so far');
        else expect(system?.content).toContain(thread.summary);
        const messages = [
          ...thread.messages,
          { role: 'user' as const, text: prompt },
          { role: 'assistant' as const, text: answerTo(prompt) },
        ];
        thread = { ...thread, messages };
      }
      // The last answer makes one more fold due, which is for the next message.
      expect(folds).toBe(expectedFolds + 1);
    } finally {
      await bench.close();
      await closePlace(place);
    }
  }, 90_000);
});
