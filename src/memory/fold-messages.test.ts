import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { randomMessages, say, words } from '#tests/fixtures/random-threads.ts';
import { loadTokenizer, type Tokenizer } from '#text/tokens/tokens.ts';
import { acceptFold } from './accept-fold.ts';
import { type FoldCall, foldMessages, type JudgeFold, leastMaterialTokens } from './fold-messages.ts';
import { bodyOf, type MemoryMessage, renderTranscript } from './thread-state.ts';

let tokenizer: Tokenizer;
beforeAll(async () => {
  tokenizer = await loadTokenizer();
});

/** Accepts every result, for tests that look only at what was read. */
const acceptAll: JudgeFold = ({ candidate }) => ({ kind: 'accepted', text: candidate });

type Options = { [K in keyof Parameters<typeof foldMessages>[0]]?: Parameters<typeof foldMessages>[0][K] };

/** Folds with a summarizer that records what it was given. */
async function record(
  messages: MemoryMessage[],
  options: Options = {},
): Promise<{ calls: FoldCall[]; result: Awaited<ReturnType<typeof foldMessages>> }> {
  const calls: FoldCall[] = [];
  const result = await foldMessages({
    previousSummary: null,
    messages,
    tokenBudget: 8000,
    overheadTokens: 0,
    count: words,
    judge: acceptAll,
    async summarize(call) {
      calls.push(call);
      return `summary ${calls.length} `.padEnd(200, '.');
    },
    ...options,
  });
  return { calls, result };
}

describe('folding messages', () => {
  test('reads what fits in one call', async () => {
    const messages = [say('user', 'where to?'), say('assistant', 'Lisbon.')];
    const { calls, result } = await record(messages, { previousSummary: 'before' });
    expect(calls).toEqual([
      {
        previousSummary: 'before',
        transcript: 'User: where to?\n\nAssistant: Lisbon.',
        messages,
        part: 1,
        parts: 1,
        maxWords: null,
      },
    ]);
    expect(result).toEqual({
      verdict: { kind: 'accepted', text: expect.stringMatching('summary 1') },
      calls: 1,
      messagesRead: 2,
    });
  });

  test('goes on from its own result, in order, at the bounds of messages', async () => {
    const messages = Array.from({ length: 6 }, (_, n) => say('user', `m${n} ${'word '.repeat(58)}`));
    const { calls, result } = await record(messages, { tokenBudget: 130, previousSummary: 'before' });
    expect(calls.map(({ previousSummary }) => previousSummary?.replaceAll('.', ''))).toEqual([
      'before',
      'summary 1 ',
      'summary 2 ',
    ]);
    expect(calls.map((call) => call.messages)).toEqual([
      messages.slice(0, 2),
      messages.slice(2, 4),
      messages.slice(4),
    ]);
    expect(calls.map(({ part, parts }) => [part, parts])).toEqual([
      [1, 3],
      [2, 3],
      [3, 3],
    ]);
    expect(result).toMatchObject({
      verdict: { text: expect.stringMatching('summary 3') },
      calls: 3,
      messagesRead: 6,
    });
  });

  test('reads a message that is too large in pieces, each with its speaker', async () => {
    const text = Array.from({ length: 300 }, (_, n) => `Sentence ${n} is here.`).join(' ');
    const { calls } = await record([{ role: 'user', name: 'Ann', text }], { tokenBudget: 400 });
    expect(calls.length).toBeGreaterThan(2);
    for (const { transcript } of calls) expect(transcript).toMatch(/^User \(Ann\): Sentence \d+ is here\./);
    expect(calls.flatMap((call) => call.messages.map((message) => message.text)).join('')).toBe(text);
  });

  test('shows tool calls and results in words, and splits their inputs as well', async () => {
    const input = { path: 'a.md', text: 'long '.repeat(500) };
    const { calls } = await record(
      [
        { role: 'assistant', text: 'I look.', toolCalls: [{ id: '1', name: 'write_file', input }] },
        { role: 'tool', name: 'write_file', text: 'done', toolCallId: '1' },
      ],
      { tokenBudget: 200 },
    );
    expect(calls[0]?.transcript).toMatch(/^Assistant: I look\.\n\[calls write_file \{"path":"a\.md"/);
    expect(calls.at(-1)?.transcript).toContain('Tool result (write_file): done');
    const read = calls.flatMap((call) => call.messages.slice(0, 1).map(bodyOf)).join('');
    expect(read).toContain(JSON.stringify(input));
  });

  test('goes on with a little at a time where the previous summary alone fills the budget', async () => {
    const messages = [say('user', 'word '.repeat(450))];
    const { calls } = await record(messages, { tokenBudget: 100, previousSummary: 'long '.repeat(500) });
    expect(calls.length).toBeGreaterThanOrEqual(5);
    expect(calls.map(({ transcript }) => words(transcript))).not.toContain(0);
  });

  test('keeps to the budget where the tokens of pieces do not add up to those of the whole', async () => {
    const count = (text: string) => Math.floor(text.length / 10);
    const text = 'It is eighteen ab. '.repeat(300);
    const { calls } = await record([say('user', text)], { tokenBudget: 120, count });
    for (const { previousSummary, transcript } of calls)
      expect(count(transcript)).toBeLessThanOrEqual(Math.max(100, 120 - count(previousSummary ?? '')));
    expect(calls.flatMap((call) => call.messages.map(bodyOf)).join('')).toBe(text);
  });

  const talk = [
    'We looked at three flats in Alcântara and liked the one on the second floor best.',
    'The landlord wants 980 euros a month and two months in advance, and allows the dog.',
    'Marta checks the heating on Thursday because the last tenant complained about it.',
    'The bakery below opens at five in the morning, which worries the children a little.',
  ].map((text) => say('user', text));
  const parts = { tokenBudget: 12, count: (text: string) => Math.ceil(words(text) / 8), judge: acceptFold };

  test.each([
    ['', 'empty'],
    ['Error generating summary: the connection was lost on the way to the model.', 'error-like'],
    ['flat '.repeat(90), 'repetition'],
  ])('a part with a bad result ends the fold: what was read for it would be lost', async (bad, reason) => {
    const messages = Array.from({ length: 60 }, (_, at) => talk[at % 4] ?? say('user', ''));
    const { result, calls } = await record(messages, {
      ...parts,
      tokenBudget: 100,
      summarize: async () => bad,
    });
    expect(calls).toEqual([]);
    expect(result).toMatchObject({ calls: 1, verdict: { kind: 'refused', reason } });
    expect(result.verdict).toMatchObject({ message: expect.stringMatching(/^Part 1: /) });
  });

  test('a short result of a part is kept beside the summary before it', async () => {
    const seen: (string | null)[] = [];
    const long = Array.from({ length: 60 }, (_, at) => talk[at % 4] ?? say('user', ''));
    const { result } = await record(long, {
      ...parts,
      previousSummary: 'The family moves to Lisbon.',
      async summarize({ previousSummary }) {
        seen.push(previousSummary);
        return 'They liked the flat in Alcântara; Marta checks the heating.';
      },
    });
    expect(seen[1]).toBe(
      'The family moves to Lisbon.\n\nThey liked the flat in Alcântara; Marta checks the heating.',
    );
    expect(result.verdict.kind).not.toBe('refused');
  });

  test('a part whose result says nothing leaves all messages for the next fold, and is no failure', async () => {
    const messages = Array.from({ length: 60 }, (_, at) => talk[at % 4] ?? say('user', ''));
    const { result } = await record(messages, { ...parts, summarize: async () => 'OK.' });
    expect(result).toMatchObject({ calls: 1, verdict: { kind: 'skipped', isSupported: false } });
  });

  test('no call reads more than the budget, and every character of every message reaches one', async () => {
    const text = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 800 }),
      fc.lorem({ maxCount: 150 }),
      fc.integer({ min: 0, max: 2000 }).map((length) => '漢字かな'.repeat(length / 4)),
    );
    const messages = fc
      .tuple(
        randomMessages({ maxTurns: 4, lateResults: true }),
        fc.array(fc.record({ role: fc.constantFrom('user' as const, 'assistant' as const), text }), {
          maxLength: 5,
        }),
      )
      .map(([some, more]) => [...some, ...more]);
    const summary = fc.option(fc.lorem({ maxCount: 60 }));
    await fc.assert(
      fc.asyncProperty(
        messages,
        summary,
        fc.integer({ min: 100, max: 900 }),
        async (all, previous, budget) => {
          const calls: FoldCall[] = [];
          const overheadTokens = 40;
          const { calls: made } = await foldMessages({
            previousSummary: previous,
            messages: all,
            tokenBudget: budget,
            overheadTokens,
            count: tokenizer.count,
            judge: acceptAll,
            async summarize(call) {
              calls.push(call);
              return 'It goes on and on. '.repeat(11 + calls.length);
            },
          });
          expect(made).toBe(calls.length);
          for (const { previousSummary, transcript, messages: read } of calls) {
            const room = budget - overheadTokens - tokenizer.count(previousSummary ?? '');
            expect(tokenizer.count(transcript)).toBeLessThanOrEqual(Math.max(leastMaterialTokens, room));
            expect(transcript).toBe(renderTranscript(read));
          }
          const read = calls.flatMap((call) => call.messages.map(bodyOf)).join('');
          expect(read).toBe(all.map(bodyOf).join(''));
        },
      ),
      { numRuns: 60 },
    );
  });
});
