import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { recordKinds } from '#schema/sessions/session.ts';
import type { Store } from '#store/store.ts';
import { describeEachStore } from '#tests/contract/each-store.ts';
import { findLevel, levelTerms, relevanceOf, scoreAt } from '#text/search-levels.ts';
import { parseSearch } from '#text/search-terms.ts';
import { startTime } from './make-run.ts';

const dayMs = 86_400_000;
const count = 2000;
const now = startTime + count * (dayMs / 20);
const atOf = (n: number) => startTime + n * (dayMs / 20);

/**
 * Most records have `common`. About half of the records with `often`, one with `apart` and some with `seldom` have it
 * too.
 */
const textOf = (n: number) =>
  [
    ...(n % 10 < 6 || n === 19 ? ['common'] : []),
    ...(n % 4 === 0 ? ['often'] : []),
    ...(n % 10 === 9 ? ['apart'] : []),
    ...(n % 500 === 5 || n % 500 === 8 ? ['seldom seldom'] : []),
    // None of the newest records has this word, and the others have it one to five times.
    ...(n < 900 && n % 3 === 0 ? ['past '.repeat(1 + (n % 5)).trim()] : []),
    'and more '.repeat(n % 7),
  ].join(' ');

describeEachStore('ranking of many session records', (current) => {
  test('is the same whether the records with a common word are few, many or none', async () => {
    const { store } = current();
    await addRecords(store);
    for (const query of [
      'common often',
      'often common',
      'common apart',
      'common seldom',
      'common often and',
      'and common more',
      'past',
      'pas',
      'past common',
      'often past',
    ]) {
      for (const limit of [5, 60]) {
        const { terms } = parseSearch(query);
        const { records, weights } = await store.sessions.rankRecords({
          kinds: recordKinds,
          terms,
          now,
          limit,
        });
        expect([query, records.map(({ at }) => at)]).toEqual([query, rankAll({ weights, limit })]);
      }
    }
    const search = { kinds: recordKinds, terms: parseSearch('common missing').terms, now, limit: 5 };
    const { records } = await store.sessions.rankRecords(search);
    const withCommon = new Set(
      Array.from({ length: count }, (_, n) => n)
        .filter((n) => textOf(n).includes('common'))
        .map(atOf),
    );
    expect(records.map(({ at }) => withCommon.has(at))).toEqual([true, true, true, true, true]);
  });
});

/** Ranks the records with all words by reading all records. */
function rankAll({
  weights,
  limit,
}: {
  weights: Parameters<typeof relevanceOf>[1];
  limit: number;
}): number[] {
  const all = Array.from({ length: count }, (_, n) => ({
    at: atOf(n),
    terms: ` ${levelTerms({ title: '', text: textOf(n) })} `,
  }));
  const ranked = all
    .filter(({ terms }) => weights.every(({ term }) => findLevel(terms, term) >= 0))
    .map(({ at, terms }) => ({ at, score: scoreAt(relevanceOf(terms, weights), { at, now }) }))
    .sort((one, other) => other.score - one.score || other.at - one.at);
  return ranked.slice(0, limit).map(({ at }) => at);
}

async function addRecords(store: Store): Promise<void> {
  await store.sessions.importLines(
    Array.from({ length: count }, (_, n) => ({
      contentHash: null,
      line: {
        type: 'prompt' as const,
        contentSessionId: 'many',
        project: 'web',
        promptNumber: n + 1,
        createdAt: atOf(n),
        eventKey: randomUUID(),
        text: textOf(n),
      },
    })),
  );
  const search = { kinds: recordKinds, terms: [{ text: 'x', prefix: false }], now, limit: 1 };
  while ((await store.sessions.rankRecords(search)).unindexed > 0);
}
