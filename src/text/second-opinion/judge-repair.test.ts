import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { groundSummary } from '#text/ground-summary.ts';
import { choosePassages } from './choose-passages.ts';
import { findRepairFault } from './judge-repair.ts';

interface Item {
  id: string;
  language: string;
  set: 'work' | 'held';
  source: string;
  repairs: { sentence: string; replacement: string; good: boolean; kind: string }[];
}

const items: Item[] = JSON.parse(
  readFileSync(new URL('../../../tests/fixtures/trust/repairs.json', import.meta.url), 'utf8'),
);

function judge({ source, language }: Pick<Item, 'source' | 'language'>, old: string, given: string) {
  const { support = [] } = groundSummary(source, old).sentences[0] ?? {};
  const { passages } = choosePassages(source, [{ text: old, support }], { language });
  return findRepairFault({
    old,
    given,
    passages: passages.map(({ start, end }) => source.slice(start, end)),
    grounded: groundSummary(source, given).sentences,
    language,
    summaryLanguage: language,
  });
}

const cases = items.flatMap((item) =>
  item.repairs.map((repair) => ({
    ...repair,
    name: `${item.id}: ${repair.kind}`,
    set: item.set,
    fault: judge(item, repair.sentence, repair.replacement),
  })),
);

test.each(cases.filter(({ set, good }) => set === 'work' && !good))('$name is refused', ({ fault }) => {
  expect(fault).not.toBeNull();
});

test.each(cases.filter(({ set, good }) => set === 'work' && good))('$name is taken', ({ fault }) => {
  expect(fault).toBeNull();
});

test('of 64 corrections, half of them unseen, every bad one is refused and every good one taken', () => {
  const bad = cases.filter(({ good }) => !good);
  const good = cases.filter(({ good: isGood }) => isGood);
  expect([bad.length, good.length]).toEqual([40, 24]);
  expect(bad.filter(({ fault }) => fault === null)).toHaveLength(0);
  expect(good.filter(({ fault }) => fault !== null)).toHaveLength(0);
});

const lunde = {
  language: 'en',
  source:
    'The harbour bridge of Lunde will close on 3 March for repairs that cost 310 million kroner. Ferries will not run on Sundays. The mayor spoke in the town hall.',
};
const old = 'The harbour bridge of Lunde will close on 3 March for repairs that cost 987 million kroner.';

test.each([
  ['x', 'reworded'],
  ['OK.', 'reworded'],
  ['Visit http://lunde.example for more.', 'markup'],
  [`${old.replace('987', '310')} The mayor spoke in the town hall.`, 'several-sentences'],
  [old.replace('987 million kroner', '310 million kroner in the town hall'), 'added'],
  [old.replace('will close', 'will not close').replace('987', '310'), 'added'],
  [old.replace('987', '3'), 'added'],
  [old.replace(' for repairs that cost 987 million kroner', '').replace('3 March', '4 March'), 'added'],
])('%s is refused as %s', (given, fault) => {
  expect(judge(lunde, old, given)).toBe(fault);
});

test('a denial that the source has, and one that it does not have, can be corrected', () => {
  expect(judge(lunde, 'Ferries will run on Sundays.', 'Ferries will not run on Sundays.')).toBeNull();
  expect(judge(lunde, 'Ferries will not run on Sundays.', 'Ferries will run on Sundays.')).not.toBeNull();
});
