import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { localTextWork } from '#engine/local-text-work.ts';
import { runIdSchema } from '#schema/ids.ts';
import { applySaid } from '#schema/runs/opinions.ts';
import type { Receipt, ReceiptFormat, ReceiptSentence } from '#schema/runs/receipt.ts';
import { groundSummary } from '#text/ground-summary.ts';
import { sealedText } from '#text/receipts/make-receipt.ts';
import { readReceipt } from '#text/receipts/read-receipt.ts';
import { renderReceipt } from '#text/receipts/receipt-file.ts';
import { verifyAgainst, writeReceipt } from './receipts.ts';

const source = `The city council voted on Tuesday to close the harbour bridge for two years. The bridge, built in 1931, carries about 40,000 vehicles a day. Engineers found cracks in eleven of its main girders last autumn.

A ferry will run every ten minutes between the two banks, free of charge for pedestrians and cyclists. Lorries will be sent over the northern motorway, a detour of 23 kilometres.

The repair will cost 210 million euros, of which the state pays sixty percent. A motion to build a tunnel instead was rejected by 31 votes to 14. Shop owners on the southern bank fear for their trade.`;

const sentences = [
  'The city council voted on Tuesday to close the harbour bridge for two years.',
  'The repair will cost 777 million euros.',
  'Shop owners on the southern bank are worried about their trade.',
  'Motorists on the northern motorway will be faster.',
  'Engineers found cracks in eleven of its main girders last autumn.',
];
const text = sentences.join(' ');
const hash = async (words: string) => createHash('sha256').update(words).digest('hex');
const placeOf = (words: string) => ({
  start: source.indexOf(words),
  end: source.indexOf(words) + words.length,
});

async function write(format: ReceiptFormat): Promise<string> {
  const byRules = groundSummary(source, text, { summaryLanguage: 'en' });
  const told = (at: number, state: 'supported' | 'contradicted', words: string) => ({
    start: byRules.sentences[at]?.start ?? 0,
    end: byRules.sentences[at]?.end ?? 0,
    wrong: null,
    opinion: { state, reason: 'It says so.', passages: [placeOf(words)], quote: words },
  });
  const { start = 0, end = 0 } = byRules.sentences[4] ?? {};
  const grounding = applySaid(byRules, {
    opinions: [
      told(2, 'supported', 'Shop owners on the southern bank fear for their trade.'),
      told(3, 'contradicted', 'Lorries will be sent over the northern motorway, a detour of 23 kilometres.'),
    ],
    verdicts: [{ start, end, person: { verdict: 'wrong', at: 1 } }],
    check: {
      runId: runIdSchema.parse('9f1c2d3e-4b5a-4978-8796-a5b4c3d2e1f0'),
      provider: 'ollama',
      model: 'qwen3-8b',
      at: 0,
      durationMs: 1,
      costUsd: null,
      sentences: 2,
    },
  });
  const checked = {
    title: 'Bridge',
    url: 'https://lunde.example/bridge',
    sourceText: source,
    text,
    language: 'en',
    grounding,
    provider: 'openai',
    model: 'gpt',
    madeAt: 0,
  };
  return writeReceipt({ hash }, checked, { format, language: 'en' });
}

const verify = (file: string, now = source) =>
  verifyAgainst({ textWork: localTextWork, hash }, readReceipt(file), now);

test.each(['md', 'html', 'json'] as const)(
  'a receipt as %s that nobody changed is intact',
  async (format) => {
    const { problems, sentences: all, holds } = await verify(await write(format));
    expect(problems).toEqual([]);
    expect(all.map(({ reasons }) => reasons)).toEqual(sentences.map(() => []));
    expect(holds).toBe(true);
    expect(all.map(({ verdict, decidedBy }) => `${verdict} by ${decidedBy}`)).toEqual([
      'quoted by rules',
      'different by rules',
      'confirmed by model',
      'wrong by model',
      'wrong by person',
    ]);
  },
);

const of = (receipt: Receipt, at: number): ReceiptSentence => {
  const found = receipt.sentences[at];
  if (found === undefined) throw new Error(`no sentence ${at}`);
  return found;
};
const edit = (at: number, change: Partial<ReceiptSentence>) => (receipt: Receipt) =>
  Object.assign(of(receipt, at), change);
const elsewhere = 'A motion to build a tunnel instead was rejected by 31 votes to 14.';
const invented = 'Everyone is happy about the ferry.';
const calm: Partial<ReceiptSentence> = {
  verdict: 'confirmed',
  decidedBy: 'model',
  rules: 'not-checked',
  findings: [],
};

/** What a forger does who edits the data and then seals it again. */
const sealed: [string, (receipt: Receipt) => unknown][] = [
  ['a doubt turned into a quotation', edit(1, { verdict: 'quoted' })],
  ['a doubt turned into a quotation without its finding', edit(1, { verdict: 'quoted', findings: [] })],
  ['a doubt turned into a confirmation', edit(1, { verdict: 'confirmed' })],
  ['a doubt that a model is said to have confirmed', edit(1, { ...calm, rules: 'different' })],
  ['a doubt that rules are said not to have had', edit(1, calm)],
  ['a doubt turned into not checked', edit(1, { verdict: 'not-checked', findings: [] })],
  ['an invented doubt', edit(0, { verdict: 'different' })],
  ['a finding removed', edit(1, { findings: [] })],
  [
    'a finding invented',
    edit(0, { findings: [{ kind: 'date', reason: 'missing', detail: 'Tuesday', said: null }] }),
  ],
  ['the finding of a model removed', edit(3, { findings: [] })],
  [
    'what the source says in a finding changed',
    (receipt) => Object.assign(of(receipt, 1).findings[0] ?? {}, { said: '211 million euros' }),
  ],
  [
    'what the summary says in a finding changed',
    (receipt) => Object.assign(of(receipt, 1).findings[0] ?? {}, { detail: '778 million euros' }),
  ],
  ['free words called quoted', edit(2, { verdict: 'quoted', decidedBy: 'rules', rules: null })],
  ['a passage invented', edit(2, { passages: [invented] })],
  [
    'a passage changed in one word',
    edit(2, { passages: ['Shop owners on the southern bank fear for their life.'] }),
  ],
  ['a passage from elsewhere for a model', edit(2, { passages: [elsewhere] })],
  ['a passage from elsewhere for rules', edit(0, { passages: [elsewhere] })],
  ['no passage for a confirmation', edit(2, { passages: [] })],
  ['a passage without content', edit(2, { passages: ['the'] })],
  ['no passage for a contradiction', edit(3, { passages: [] })],
  ['more details found', (receipt) => Object.assign(receipt.details ?? {}, { found: 9, total: 9 })],
  ['different details left out', (receipt) => Object.assign(receipt.details ?? {}, { different: 0 })],
  ['the details removed', (receipt) => Reflect.deleteProperty(receipt, 'details')],
  ['the sentences of the list reduced', (receipt) => receipt.sentences.splice(1, 1)],
  [
    'a sentence added to the list',
    (receipt) => receipt.sentences.push({ ...of(receipt, 0), text: invented }),
  ],
  ['another sentence in the list', edit(4, { text: invented })],
  [
    'a sentence added to the summary',
    (receipt) => Object.assign(receipt.summary, { text: `${text} ${invented}` }),
  ],
  [
    'a number changed in the summary',
    (receipt) => Object.assign(receipt.summary, { text: text.replace('777', '778') }),
  ],
  [
    'a model that checked where only rules did',
    (receipt) => Object.assign(receipt.check, { by: 'rules', model: null }),
  ],
  ['a reader who says nothing', edit(4, { rules: null })],
  ['the length of the source', (receipt) => Object.assign(receipt.source, { characters: 12 })],
  ['an older version', (receipt) => Object.assign(receipt, { precisReceipt: 1 })],
];

/** What a forger does who edits the data alone. */
const unsealed: [string, (receipt: Receipt) => unknown][] = [
  ['another model', (receipt) => Object.assign(receipt.check, { model: 'a-better-one' })],
  ['another writer', (receipt) => Object.assign(receipt.summary, { model: 'a-better-one' })],
  ['another time', (receipt) => Object.assign(receipt.summary, { madeAt: '2030-01-01T00:00:00.000Z' })],
  ['another title', (receipt) => Object.assign(receipt, { title: 'The best bridge' })],
  ['another URL', (receipt) => Object.assign(receipt.source, { url: 'https://other.example/' })],
  ['another hash', (receipt) => Object.assign(receipt.source, { sha256: '0'.repeat(64) })],
  ['another reason', edit(2, { reason: 'It is plainly so.' })],
  ['a reader in place of a model', edit(3, { decidedBy: 'person' })],
  ['a verdict of the reader turned round', edit(4, { verdict: 'confirmed' })],
  [
    'a sentence removed everywhere',
    (receipt) => {
      receipt.sentences.splice(1, 1);
      receipt.summary.text = text.replace(` ${sentences[1]}`, '');
    },
  ],
  ['the seal removed', (receipt) => Reflect.deleteProperty(receipt, 'seal')],
];

const cases = [
  ...sealed.map(([name, change]) => ({ name, change, isSealed: true })),
  ...unsealed.map(([name, change]) => ({ name, change, isSealed: false })),
];

test.each(cases)('a receipt with $name is not intact', async ({ change, isSealed }) => {
  const receipt = JSON.parse(await write('json')) as Receipt;
  change(receipt);
  const seal = isSealed ? await hash(sealedText(receipt)) : receipt.seal;
  const {
    holds,
    problems,
    sentences: all,
  } = await verify(renderReceipt({ ...receipt, ...(seal && { seal }) }, 'json'));
  expect(holds).toBe(false);
  expect(problems.length + all.flatMap(({ reasons }) => reasons).length).toBeGreaterThan(0);
});

test.each<[string, (file: string) => string]>([
  ['a verdict', (file) => file.replace('**Different**', '**Quoted**')],
  ['a count', (file) => file.replace(/\d of \d details found/, '9 of 9 details found')],
  ['a sentence of the summary', (file) => file.replace(` ${sentences[1]}`, '')],
  ['the name of the model', (file) => file.replaceAll('qwen3-8b', 'a-better-one')],
  ['the time', (file) => file.replace('1970-01-01', '2030-01-01')],
  ['a finding', (file) => file.replace(/\n {3}- number[^\n]*/, '')],
  ['who decided', (file) => file.replace('by the reader', 'by rules')],
])('a receipt whose text shows another %s is not intact', async (_, forge) => {
  const file = await write('md');
  const forged = forge(file);
  expect(forged).not.toBe(file);
  expect((await verify(forged)).holds).toBe(false);
});

test('a removed sentence, a changed source and a correction in it are named', async () => {
  const removed = await verify((await write('md')).replace(` ${sentences[1]}`, ''));
  expect(removed.sentences.flatMap(({ reasons }) => reasons)).toContain(
    'it was removed from the summary after the check',
  );
  const note =
    'Correction (3 March): An earlier version said that engineers found cracks in eleven girders. It was nine.';
  const corrected = await verify(await write('md'), `${source}\n\n${note}`);
  expect(corrected).toMatchObject({ holds: false, sourceChanged: true, corrections: [note] });
  expect(corrected.sentences[4]?.reasons).toEqual([`the source has a correction: “${note}”`]);
  expect(corrected.sentences[0]?.reasons).toEqual([]);
  const other = await verify(await write('md'), `${source}\n\nThe mayor was not there.`);
  expect(other).toMatchObject({ holds: true, sourceChanged: true, corrections: [] });
});
