import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { AppError } from '#schema/app-error.ts';
import { plainTurns, say, threadOf, words } from '#tests/fixtures/random-threads.ts';
import { acceptFold } from './accept-fold.ts';
import type { FoldCall, JudgeFold } from './fold-messages.ts';
import { type FoldOutcome, foldThread } from './fold-thread.ts';
import { splitTurns } from './plan-window.ts';
import type { MemoryMessage, ThreadState } from './thread-state.ts';
import { coldAfterMs, type WindowPolicy, windowPolicies } from './window-policy.ts';

const marker = /<m\d+>/gu;
const markersOf = (text: string): string[] => text.match(marker) ?? [];

/** Accepts a text of marks as a summary; every other text is judged as usual. */
const judgeMarkers: JudgeFold = (fold) =>
  fold.candidate.startsWith('marks:') ? { kind: 'accepted', text: fold.candidate } : acceptFold(fold);
const usual = { tokenBudget: 8000, count: words, judge: judgeMarkers };

/** Makes a summary of the marks in everything that it read, and nothing else. */
async function keepMarkers({ previousSummary, transcript }: FoldCall): Promise<string> {
  return ['marks:', ...markersOf(previousSummary ?? ''), ...markersOf(transcript)].join(' ');
}

const failures = {
  throw: () => Promise.reject(new Error('the model is gone')),
  abort: () => Promise.reject(new DOMException('stopped', 'AbortError')),
  'cut off': () => Promise.reject(new AppError('model_output_cut_off', 'half a summary')),
  empty: async () => '',
  blank: async () => ' \n ',
  loop: async () => 'x '.repeat(199),
  refusal: async () => `I’m sorry, but I can’t help with that. ${'x'.repeat(300)}`,
};
type Fault = keyof typeof failures;
const faults = Object.keys(failures) as Fault[];

describe('folding a thread', () => {
  test('moves the boundary and writes the summary', async () => {
    const thread = threadOf(plainTurns(8));
    const outcome = await foldThread(thread, {
      ...usual,
      policy: windowPolicies.adaptive,
      summarize: async ({ transcript }) => `marks: ${transcript}`,
    });
    expect(outcome).toMatchObject({ folded: 4, reason: 'turns', skipped: null, failure: null });
    expect(outcome.thread).toEqual({
      messages: thread.messages,
      folded: 4,
      segments: [],
      summary: 'marks: User: question 0\n\nAssistant: answer 0\n\nUser: question 1\n\nAssistant: answer 1',
    });
  });

  test('does nothing while nothing is due, or when the new message is very long', async () => {
    const summarize = () => Promise.reject(new Error('must not be called'));
    const options = { ...usual, policy: windowPolicies.adaptive, summarize };
    const short = threadOf(plainTurns(6));
    expect(await foldThread(short, options)).toMatchObject({ folded: 0, reason: null, failure: null });
    const long = threadOf(plainTurns(9));
    const outcome = await foldThread(long, { ...options, newMessageTokens: 2001 });
    expect(outcome).toMatchObject({ folded: 0, skipped: 'long-message', failure: null });
    expect(outcome.thread).toBe(long);
  });

  test.each(faults)('that ends in %s changes nothing and says why', async (fault) => {
    const state = { folded: 2, summary: 'before '.repeat(40), segments: [{ text: 'a', from: 0, to: 2 }] };
    const thread = deepFreeze(threadOf(plainTurns(9), state));
    const before = JSON.stringify(thread);
    const outcome = await foldThread(thread, {
      ...usual,
      policy: { ...windowPolicies.segments, high: 4 },
      summarize: failures[fault],
    });
    expect(outcome.thread).toBe(thread);
    expect(JSON.stringify(outcome.thread)).toBe(before);
    expect(outcome).toMatchObject({ folded: 0, failure: { message: expect.stringMatching(/\S/) } });
  });

  test('whose summary is too short changes nothing, is no failure, and is taken along by the next fold', async () => {
    const reads: string[] = [];
    const options = {
      ...usual,
      judge: acceptFold,
      policy: windowPolicies.adaptive,
      async summarize({ transcript }: FoldCall) {
        reads.push(transcript);
        return 'The first question was answered.';
      },
    };
    const thread = deepFreeze(threadOf(plainTurns(7)));
    const outcome = await foldThread(thread, options);
    expect(outcome).toEqual({ thread, folded: 0, reason: 'turns', skipped: 'too-short', failure: null });
    await foldThread(threadOf(plainTurns(8)), options);
    expect(reads).toEqual([
      'User: question 0\n\nAssistant: answer 0',
      'User: question 0\n\nAssistant: answer 0\n\nUser: question 1\n\nAssistant: answer 1',
    ]);
  });

  test('a later part that fails takes back the parts before it', async () => {
    let calls = 0;
    const messages = Array.from({ length: 9 }, () => say('user', 'word '.repeat(80)));
    const outcome = await foldThread(threadOf(messages), {
      ...usual,
      tokenBudget: 100,
      policy: windowPolicies.adaptive,
      async summarize() {
        calls += 1;
        if (calls === 3) throw new Error('the third one');
        return 'marks: none';
      },
    });
    expect(calls).toBe(3);
    expect(outcome).toMatchObject({ folded: 0, failure: { reason: 'threw', message: 'the third one' } });
    expect(outcome.thread.summary).toBeNull();
  });
});

const policies: WindowPolicy[] = [
  ...Object.values(windowPolicies),
  { ...windowPolicies.batched, firstHigh: 3, firstKeep: 1, high: 3, low: 1, tokenBudget: 90 },
  { ...windowPolicies.segments, firstHigh: 2, firstKeep: 1, high: 2, low: 1, foldAfter: 2 },
  { ...windowPolicies.frugal, firstKeep: 1, low: 1, foldAfter: 2, pauseTokens: 60 },
];

interface Send {
  fault: Fault | null;
  /** The number of the call in which the fault happens. */
  atCall: number;
  words: number;
  tool: 'none' | 'answered' | 'late';
  newMessageTokens: number;
  pauseMs: number;
}

const send: fc.Arbitrary<Send> = fc.record({
  fault: fc.option(fc.constantFrom(...faults), { freq: 2 }),
  atCall: fc.integer({ min: 1, max: 2 }),
  words: fc.integer({ min: 1, max: 120 }),
  tool: fc.constantFrom('none', 'none', 'answered', 'late'),
  newMessageTokens: fc.constantFrom(10, 10, 10, 3000),
  pauseMs: fc.constantFrom(0, 0, coldAfterMs - 1, coldAfterMs, Number.POSITIVE_INFINITY),
});

describe('a thread under any sequence of sends and faults', () => {
  test('has every message either in its summary or live, and the boundary only moves forward', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...policies),
        fc.array(send, { minLength: 5, maxLength: 40 }),
        async (policy, sends) => {
          const store = createStore();
          for (const one of sends) await runSend({ store, policy, send: one, wait: async () => {} });
          expect(store.read().thread.messages.length).toBeGreaterThanOrEqual(sends.length * 2);
          store.check();
        },
      ),
      { numRuns: 300 },
    );
  });

  test('keeps that when two sends run at once: the later fold is dropped, not mixed in', async () => {
    let dropped = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...policies),
        fc.array(fc.tuple(send, send), { minLength: 4, maxLength: 14 }),
        fc.scheduler(),
        async (policy, pairs, scheduler) => {
          const store = createStore();
          const wait = (label: string) => scheduler.schedule(Promise.resolve(), label);
          for (const pair of pairs) {
            const both = Promise.all(pair.map((one) => runSend({ store, policy, send: one, wait })));
            await scheduler.waitFor(both);
          }
          store.check();
          dropped += store.dropped;
        },
      ),
      { numRuns: 300 },
    );
    expect(dropped).toBeGreaterThan(0);
  });
});

type Store = ReturnType<typeof createStore>;

/** Stores what a host keeps: the messages, and the summary under a revision. */
function createStore() {
  let messages: MemoryMessage[] = [];
  let summarized: Pick<ThreadState, 'folded' | 'summary' | 'segments'> = {
    folded: 0,
    summary: null,
    segments: [],
  };
  let revision = 0;
  const store = {
    dropped: 0,
    read: () => ({ thread: deepFreeze({ messages: [...messages], ...summarized }), revision }),
    append(added: MemoryMessage[]) {
      messages = [...messages, ...added];
      store.check();
    },
    nextMarker: () => `<m${messages.length}>`,
    commit({ thread }: FoldOutcome, seen: number) {
      if (seen !== revision) {
        store.dropped += 1;
        return;
      }
      expect(thread.folded).toBeGreaterThan(summarized.folded);
      const { folded, summary, segments } = thread;
      summarized = { folded, summary, segments };
      revision += 1;
      store.check();
    },
    check() {
      const { folded, summary, segments } = summarized;
      const inSummary = markersOf(summary ?? '');
      const covered = messages.slice(0, folded).flatMap(({ text }) => markersOf(text));
      expect(inSummary).toEqual(covered);
      if (segments.length > 0) expect(segments.at(-1)?.to).toBe(folded);
      const ends = splitTurns(messages).map(({ end }) => end);
      expect([0, ...ends]).toContain(folded);
    },
  };
  return store;
}

interface SendOptions {
  store: Store;
  policy: WindowPolicy;
  send: Send;
  wait: (label: string) => Promise<void>;
}

async function runSend({ store, policy, send: one, wait }: SendOptions): Promise<void> {
  const { thread, revision } = store.read();
  const before = JSON.stringify(thread);
  let calls = 0;
  const outcome = await foldThread(thread, {
    policy,
    tokenBudget: 200,
    count: words,
    judge: judgeMarkers,
    newMessageTokens: one.newMessageTokens,
    pauseMs: one.pauseMs,
    async summarize(call) {
      calls += 1;
      await wait('summarize');
      return one.fault !== null && calls === one.atCall ? failures[one.fault]() : keepMarkers(call);
    },
  });
  expect(JSON.stringify(thread)).toBe(before);
  if (outcome.folded === 0) expect(outcome.thread).toBe(thread);
  else store.commit(outcome, revision);
  appendTurn(store, one);
}

function appendTurn(store: Store, { words: length, tool }: Send): void {
  const filler = 'word '.repeat(length);
  store.append([say('user', `${store.nextMarker()} ${filler}`)]);
  const id = store.nextMarker();
  if (tool !== 'none')
    store.append([{ role: 'assistant', text: id, toolCalls: [{ id, name: 'look_up', input: {} }] }]);
  if (tool === 'late') store.append([say('user', `${store.nextMarker()} meanwhile`)]);
  if (tool !== 'none') store.append([{ role: 'tool', text: store.nextMarker(), toolCallId: id }]);
  store.append([say('assistant', store.nextMarker())]);
}

function deepFreeze<T extends object>(value: T): T {
  for (const inner of Object.values(value)) {
    if (typeof inner === 'object' && inner !== null && !Object.isFrozen(inner)) deepFreeze(inner);
  }
  return Object.freeze(value);
}
