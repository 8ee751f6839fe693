import { describe, expect, test } from 'vitest';
import { levelTerms } from '#text/search-levels.ts';
import { readQuestion } from './read-question.ts';
import { type PooledRecord, scorePool } from './score-pool.ts';

const day = 86_400_000;
const now = 10_000 * day;

type Said = Partial<Omit<PooledRecord, 'terms'>> & { text: string };

function score(question: string, said: Said[], times = [] as { from: number; to: number }[]) {
  const weights = (readQuestion(question) ?? []).map((term) => ({ term, weight: 1 }));
  const pool = said.map(({ text, ...rest }, at) => ({
    kind: 'observation' as const,
    at: 0,
    sessionId: at + 1,
    promptNumber: 1,
    isStanding: false,
    ...rest,
    terms: ` ${levelTerms({ title: '', text })} `,
  }));
  return scorePool(pool, { weights, times, now });
}

/** Ranks the places in the pool, best first, without those that score nothing. */
function rank(...args: Parameters<typeof score>): number[] {
  const scores = score(...args);
  const places = scores.map((_, at) => at).filter((at) => (scores[at] ?? 0) > 0);
  return places.sort((one, other) => (scores[other] ?? 0) - (scores[one] ?? 0));
}

describe('a pool', () => {
  test('is ranked by what few of it say, and holds nothing that says nothing', () => {
    const said = [
      { text: 'the login of the app' },
      { text: 'the login and the session' },
      { text: 'the login and the ferry' },
      { text: 'weather' },
    ];
    expect(rank('Where does the login of the ferry fail?', said)).toEqual([2, 0, 1]);
  });

  test('prefers a session whose records say it together, and the turn of a good hit', () => {
    const apart = [
      { text: 'the ferry', sessionId: 1 },
      { text: 'the ferry', sessionId: 2, promptNumber: 1 },
      { text: 'the harbour', sessionId: 2, promptNumber: 9 },
    ];
    expect(rank('Which ferry is in the harbour?', apart).indexOf(1)).toBeLessThan(
      rank('Which ferry is in the harbour?', apart).indexOf(0),
    );
    const turns = [
      { text: 'the ferry', sessionId: 1, promptNumber: 1 },
      { text: 'the ferry harbour', sessionId: 1, promptNumber: 5 },
      { text: 'the ferry', sessionId: 1, promptNumber: 6 },
      { text: 'the ferry', sessionId: 1, promptNumber: 5 },
    ];
    expect(rank('Which ferry is in the harbour?', turns).slice(0, 2)).toEqual([1, 3]);
  });

  test('prefers what a person wrote, and finds instructions that hold for what is asked', () => {
    const said = [
      { text: 'the ferry leaves' },
      { text: 'the ferry leaves', kind: 'prompt' as const },
      { text: 'Always answer in metres', kind: 'prompt' as const, isStanding: true },
      { text: 'Always answer in metres', kind: 'prompt' as const },
      { text: `Never shout. ${'And more. '.repeat(90)}`, kind: 'prompt' as const, isStanding: true },
    ];
    expect(rank('When does the ferry leave?', said)).toEqual([1, 0, 2, 4]);
    expect(rank('Where is the zeppelin?', said)).toEqual([]);
  });

  test('prefers the time that is asked for, and some days after it', () => {
    const said = [-20, 1, 5, 40].map((days) => ({ text: 'the ferry', at: 5000 * day + days * day }));
    const span = { from: 5000 * day, to: 5002 * day };
    expect(rank('What about the ferry?', said, [span]).slice(0, 2)).toEqual([1, 2]);
  });

  test('is scored by its records alone, in any order', () => {
    const said = Array.from({ length: 40 }, (_, n) => ({
      text: `ferry ${'harbour '.repeat(n % 3)} ${'x '.repeat(n)}`,
      sessionId: n % 4,
      promptNumber: n % 7,
      kind: n % 2 === 0 ? ('prompt' as const) : ('summary' as const),
    }));
    const question = 'Which ferry is in the harbour?';
    expect(score(question, said.toReversed()).toReversed()).toEqual(score(question, said));
    expect(score(question, [])).toEqual([]);
  });
});
