import { expect, test } from 'vitest';
import type { OpinionState } from '#schema/runs/grounding.ts';
import { readArrived, readVerdict, readVerdicts } from './read-verdicts.ts';

const sentences = [
  'The bridge closes on 3 March.',
  'Traders fear for their customers.',
  'The works cost 310 million kroner.',
];
const right = [
  { number: 1, verdict: 'supported', passages: [1], wrong: '', reason: '' },
  { number: 2, verdict: 'not-found', passages: [], wrong: '', reason: 'Nothing {of [this] is said.' },
  { number: 3, verdict: 'contradicted', passages: [2, 4], wrong: '310 million', reason: 'It is 320.' },
];
const list = (change: (one: (typeof right)[number], at: number) => object): string =>
  JSON.stringify({ sentences: right.map(change) });
const plain = list((one) => one);
const told = right.map(({ number: _number, ...one }) => one);

test.each<[string, string]>([
  ['as asked', plain],
  [
    'in a fence with prose around it',
    `Sure {here} [it] is:\n\`\`\`json\n${plain}\n\`\`\`\nI hope {this} helps.`,
  ],
  ['as a bare list', JSON.stringify(right)],
  ['one object to a line', right.map((one) => JSON.stringify(one)).join('\n')],
  ['in an object around it', JSON.stringify({ result: { Verdicts: right } })],
  ['with trailing commas', plain.replaceAll('}', ',}').replaceAll(']', ',]').replaceAll('[,]', '[]')],
  [
    'with keys in capitals',
    plain.replaceAll(/"(number|verdict|passages|wrong|reason)":/g, (name) => name.toUpperCase()),
  ],
  ['with verdicts in capitals', list((one) => ({ ...one, verdict: one.verdict.toUpperCase() }))],
  [
    'with numbers as strings',
    list((one) => ({ ...one, number: `${one.number}`, passages: one.passages.map(String) })),
  ],
  [
    'with S2 and [2]',
    list((one) => ({ ...one, number: `S${one.number}`, passages: one.passages.map((at) => `[${at}]`) })),
  ],
  [
    'with #2',
    list((one) => ({ ...one, number: `#${one.number}`, passages: `passages ${one.passages.join(' and ')}` })),
  ],
  ['with 2.', list((one) => ({ ...one, number: `${one.number}.`, passages: one.passages.join(', ') }))],
  ['with the number under another key', list(({ number, ...one }) => ({ ...one, Sentence_ID: number }))],
  [
    'with numbers as keys',
    JSON.stringify({ verdicts: Object.fromEntries(right.map(({ number, ...one }) => [number, one])) }),
  ],
  ['out of order', JSON.stringify({ sentences: right.toReversed() })],
  [
    'with the sentences',
    list((one, at) => ({ ...one, sentence: `${at + 1}. ${sentences[at]} (passages 1, 2)` })),
  ],
  [
    'with sentences in place of numbers',
    list(({ number: _number, ...one }, at) => ({ ...one, text: sentences[at] })),
  ],
  [
    'with other words for the verdicts',
    list((one, at) => ({ ...one, verdict: ['Yes.', 'Not supported', 'Contradicted by passage 2'][at] })),
  ],
])('an answer is read %s', (_, answer) => {
  expect(readVerdicts(answer, sentences)).toEqual({ value: told });
});

test.each<[string, string]>([
  ['is empty', ''],
  ['is prose', 'Sentence 1 is supported by passage 4.'],
  ['has no verdicts', '{"sentences": []}'],
  ['is cut off', plain.slice(0, 120)],
  ['is numbered from 0', list((one) => ({ ...one, number: one.number - 1 }))],
  ['is longer than the list of sentences', JSON.stringify([...right, { ...right[0], number: 4 }])],
  ['is shorter, as if two sentences were one', JSON.stringify(right.slice(0, 2))],
  ['has no numbers', list(({ number: _number, ...one }) => one)],
  ['has numbers that are none', list((one) => ({ ...one, number: 'first' }))],
  ['has halves', list((one) => ({ ...one, number: one.number - 0.5 }))],
  ['has a negative number', list((one) => ({ ...one, number: `-${one.number}` }))],
  ['has the sentence of a neighbour', list((one, at) => ({ ...one, sentence: sentences[(at + 1) % 3] }))],
  ['is nothing but brackets', '[{'.repeat(50_000)],
])('an answer is refused that %s', (_, answer) => {
  expect(readVerdicts(answer, sentences)).toHaveProperty('problem');
});

const statesOf = (answer: string): (OpinionState | undefined)[] => {
  const read = readVerdicts(answer, sentences);
  return 'value' in read ? read.value.map((one) => one?.verdict) : [];
};

test('a sentence with two verdicts is undecided, and one that is left out has none', () => {
  const twice = JSON.stringify([...right, { ...right[0], verdict: 'contradicted' }]);
  expect(statesOf(twice)).toEqual(['undecided', 'not-found', 'contradicted']);
  expect(statesOf(JSON.stringify([right[0], right[2]]))).toEqual(['supported', undefined, 'contradicted']);
  const beginning = right.slice(0, 2).map((one, at) => ({ ...one, sentence: sentences[at] }));
  expect(statesOf(JSON.stringify(beginning))).toEqual(['supported', 'not-found', undefined]);
});

test('a verdict given with words that no sentence has is undecided', () => {
  const other = list((one, at) => (at === 0 ? { ...one, sentence: 'The ferry leaves at noon.' } : one));
  expect(statesOf(other)).toEqual(['undecided', 'not-found', 'contradicted']);
});

test('passages numbered from 0 count for no sentence', () => {
  const read = readVerdicts(
    list((one) => ({ ...one, passages: one.passages.map((at) => at - 1) })),
    sentences,
  );
  expect('value' in read && read.value.map((one) => one?.passages)).toEqual([[], [], []]);
});

test('words of a passage are not read as its number', () => {
  const read = readVerdicts(
    list((one) => ({ ...one, passages: ['It closes on 3 March.'] })),
    sentences,
  );
  expect('value' in read && read.value.map((one) => one?.passages)).toEqual([[], [], []]);
});

test('complete verdicts are read while the answer is still arriving', () => {
  const cut = plain.slice(0, plain.indexOf('"number":3') + 30);
  expect(readArrived(cut, sentences).map((one) => one?.verdict)).toEqual([
    'supported',
    'not-found',
    undefined,
  ]);
  expect(readArrived('{"sentences": [{"number": 0, "verdict": "supported"}', sentences)).toEqual([]);
});

test.each<[unknown, OpinionState]>([
  ['supported', 'supported'],
  ['SUPPORTED', 'supported'],
  ['**Supported.**', 'supported'],
  ['Yes', 'supported'],
  [' yes, the document says so.', 'supported'],
  [true, 'supported'],
  ['True', 'supported'],
  ['Supported by passage 2', 'supported'],
  ['no.', 'not-found'],
  ['No - the document says nothing about it', 'not-found'],
  [false, 'not-found'],
  ['not_found', 'not-found'],
  ['Not found in the passages', 'not-found'],
  ['not supported', 'not-found'],
  ['Unsupported: passage 2 is not about it', 'not-found'],
  ['Contradicted', 'contradicted'],
  ['contradicts', 'contradicted'],
  ['Yes and no', 'undecided'],
  ['Yes/No', 'undecided'],
  ['Yes. No.', 'undecided'],
  ['Yes, but the date is wrong', 'undecided'],
  ['No, but yes in part', 'undecided'],
  ['Partially supported', 'undecided'],
  ['not contradicted', 'undecided'],
  ['supported | contradicted | not-found', 'undecided'],
  ['Perhaps', 'undecided'],
  ['constructor', 'undecided'],
  ['', 'undecided'],
  [null, 'undecided'],
  [1, 'undecided'],
])('%j is read as %s', (word, state) => {
  expect(readVerdict(word)).toBe(state);
});
