import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { tellAnswerLanguage, tellLanguage } from '#engine/answers/check-answer.ts';
import { localTextWork } from '#engine/local-text-work.ts';
import type { OpinionState } from '#schema/runs/grounding.ts';
import { applyOpinions } from '#schema/runs/opinions.ts';
import { type Receipt, type ReceiptFormat, receiptFormats } from '#schema/runs/receipt.ts';
import { groundSummary } from '#text/ground-summary.ts';
import { readReceipt } from '#text/receipts/read-receipt.ts';
import { renderReceipt } from '#text/receipts/receipt-file.ts';
import type { VerifiedSentence } from '#text/receipts/verify-receipt.ts';
import { type CheckedText, verifyAgainst, writeReceipt } from './receipts.ts';

const source = `The city council voted on Tuesday to close the harbour bridge for two years. The bridge, built in
1931, carries about 40,000 vehicles a day. Engineers found cracks in eleven of its main girders last autumn.

The closure begins on 1 March. A ferry will run every ten minutes between the two banks, free of charge for
pedestrians and cyclists. Lorries will be sent over the northern motorway, a detour of 23 kilometres.

The repair will cost 210 million euros, of which the state pays sixty percent. A motion to build a tunnel instead
was rejected by 31 votes to 14. Shop owners on the southern bank fear for their trade.`;

const summary = `The city council voted on Tuesday to close the harbour bridge for two years.

- The repair will cost 777 million euros.
- Traders across the river worry about losing customers.

A ferry will run every ten minutes between the two banks.`;

const hash = async (text: string) => createHash('sha256').update(text).digest('hex');
const ports = { textWork: localTextWork, hash };

interface Given {
  text?: string;
  opinions?: (OpinionState | null)[];
}

function checkedOf({ text = summary, opinions = [] }: Given = {}): CheckedText {
  const grounding = groundSummary(source, text, { summaryLanguage: 'en' });
  const passage = source.indexOf('Shop owners');
  const given = grounding.sentences.flatMap(({ start, end }, at) => {
    const state = opinions[at] ?? null;
    if (state === null) return [];
    const passages = [{ start: passage, end: source.length }];
    return { start, end, wrong: null, opinion: { state, reason: 'It says so.', passages, quote: '' } };
  });
  const check = {
    runId: '9f1c2d3e-4b5a-4978-8796-a5b4c3d2e1f0',
    at: 0,
    durationMs: 1,
    costUsd: null,
    sentences: 1,
  };
  const judged = applyOpinions(grounding, given);
  return {
    title: 'Bridge',
    url: null,
    sourceText: source,
    text,
    language: 'en',
    grounding:
      given.length === 0
        ? judged
        : {
            ...judged,
            check: { ...check, runId: check.runId as never, provider: 'ollama', model: 'qwen3-8b' },
          },
    provider: 'openai',
    model: 'gpt',
    madeAt: 0,
  };
}

const write = (format: ReceiptFormat, given?: Given) =>
  writeReceipt({ hash }, checkedOf(given), { format, language: 'en' });
const verify = (file: string, text = source) => verifyAgainst(ports, readReceipt(file), text);
const broken = (sentences: VerifiedSentence[]) => sentences.filter(({ holds }) => !holds);

async function changed(change: (receipt: Receipt) => void, given?: Given): Promise<string> {
  const receipt = JSON.parse(await write('json', given)) as Receipt;
  change(receipt);
  return renderReceipt(receipt, 'json');
}

describe.each(receiptFormats)('a receipt as %s', (format) => {
  test('holds against its own source, with doubts reported as they are', async () => {
    const { holds, sourceChanged, problems, sentences } = await verify(await write(format));
    expect({ holds, sourceChanged, problems }).toEqual({ holds: true, sourceChanged: false, problems: [] });
    expect(sentences.map(({ verdict, rulesNow }) => [verdict, rulesNow])).toEqual([
      ['quoted', 'quoted'],
      ['different', 'different'],
      ['not-checked', 'not-checked'],
      ['quoted', 'quoted'],
    ]);
  });

  test('holds where a model decided', async () => {
    const file = await write(format, { opinions: [null, null, 'supported', 'contradicted'] });
    expect(file).toContain('qwen3-8b');
    const { holds, sentences } = await verify(file);
    expect(holds).toBe(true);
    expect(sentences.map(({ verdict, decidedBy }) => [verdict, decidedBy])).toEqual([
      ['quoted', 'rules'],
      ['different', 'rules'],
      ['confirmed', 'model'],
      ['wrong', 'model'],
    ]);
  });

  test('holds against a source that changed elsewhere', async () => {
    const { holds, sourceChanged } = await verify(await write(format), `${source}\n\nUpdated on Friday.`);
    expect({ holds, sourceChanged }).toEqual({ holds: true, sourceChanged: true });
  });

  test('no longer holds where the source says something else now', async () => {
    const now = source.replace('every ten minutes', 'every thirty minutes');
    const { holds, sourceChanged, sentences } = await verify(await write(format), now);
    expect({ holds, sourceChanged }).toEqual({ holds: false, sourceChanged: true });
    const [only, ...others] = broken(sentences);
    expect(others).toEqual([]);
    expect(only?.text).toContain('A ferry');
    expect(only?.reasons.join()).toContain('is not in the source');
    expect(only?.reasons.join()).toContain('the source says “thirty minutes”');
  });

  test('no longer holds where the passage that a model decided on is gone', async () => {
    const file = await write(format, { opinions: [null, null, 'supported'] });
    const now = source.replace('Shop owners on the southern bank fear for their trade.', 'Shops are happy.');
    expect(broken((await verify(file, now)).sentences).map(({ reasons }) => reasons.join())).toEqual([
      expect.stringContaining(
        '“Shop owners on the southern bank fear for their trade.” is not in the source',
      ),
    ]);
  });

  test('no longer holds where its text was edited, even if nothing of the data was', async () => {
    const file = await write(format);
    const edited = file.replace('bridge for two years.', 'bridge for nine years.');
    expect(edited).not.toBe(file);
    const { holds, sentences } = await verify(edited);
    expect(holds).toBe(false);
    expect(broken(sentences)).toEqual([
      expect.objectContaining({
        text: 'The city council voted on Tuesday to close the harbour bridge for nine years.',
        reasons: expect.arrayContaining([expect.stringContaining('edited after the check')]),
      }),
    ]);
    expect(broken(sentences)[0]?.reasons.join()).toContain('nine years');
  });

  test('no longer holds where a verdict was edited', async () => {
    const file = await write(format);
    const edited = file
      .replace('"verdict": "different"', '"verdict": "quoted"')
      .replace('**Different**', '**Quoted**')
      .replace('class="different">Different<', 'class="quoted">Quoted<');
    expect(edited).not.toBe(file);
    const { holds, sentences } = await verify(edited);
    expect(holds).toBe(false);
    expect(broken(sentences).map(({ text }) => text)).toEqual(['The repair will cost 777 million euros.']);
  });

  test('no longer holds where a passage was edited', async () => {
    const file = await write(format);
    const at =
      file.lastIndexOf('for pedestrians') === -1
        ? file.lastIndexOf('for\\npedestrians')
        : file.lastIndexOf('for pedestrians');
    const edited = `${file.slice(0, at)}FOR GOOD ${file.slice(at)}`;
    expect(broken((await verify(edited)).sentences)).toHaveLength(1);
  });
});

describe.each(['md', 'html'] as const)('a receipt with Chinese labels as %s', (format) => {
  const writeChinese = (given?: Given) =>
    writeReceipt({ hash }, { ...checkedOf(given), title: null }, { format, language: 'zh-Hans' });

  test('has no English around its texts, and holds', async () => {
    const file = await writeChinese({ opinions: [null, 'supported', 'supported', 'contradicted'] });
    const shown = file.slice(0, file.search(/<!-- precis-receipt|<script/));
    for (const label of ['摘要', '核对凭据', '逐句核对', '由规则和 qwen3-8b 核对', '由规则判定', '原文'])
      expect(shown).toContain(label);
    expect(shown).not.toMatch(/Summary|Receipt|Sentences|Quoted|Confirmed|by rules|assage:|Source/);
    expect(await verify(file)).toMatchObject({ holds: true, problems: [] });
  });

  test('does not hold once a verdict or a label is edited', async () => {
    const file = await writeChinese();
    const calmed = file.replace(/不一致(?=\*\*|<\/strong>)/, '原文');
    expect(calmed).not.toBe(file);
    expect(broken((await verify(calmed)).sentences).map(({ reasons }) => reasons)).toEqual([
      ['the verdict was edited after the check'],
    ]);
    expect(await verify(file.replace('来源文本的字符数', '文本的字符数'))).toMatchObject({
      holds: false,
      problems: ['What the receipt says about the source and the check was edited.'],
    });
  });
});

describe('a receipt', () => {
  test.each(['md', 'html'] as const)('as %s with the data of another one is caught', async (format) => {
    const mine = await write(format);
    const other = await write(format, { text: 'Lorries will be sent over the northern motorway.' });
    const mark = format === 'md' ? '<!-- precis-receipt' : '<script';
    const swapped = mine.slice(0, mine.indexOf(mark)) + other.slice(other.indexOf(mark));
    const { holds, problems } = await verify(swapped);
    expect({ holds, problems }).toEqual({
      holds: false,
      problems: [expect.stringContaining('different receipts')],
    });
  });

  test('as a page with another style is not trusted to show what is verified', async () => {
    const page = await write('html');
    for (const edited of [
      page.replace('</style>', '.different{display:none}</style>'),
      page.replace('<li>', '<li hidden>'),
      page.replace('<ol>', '<ol><!--><b>All is well.</b> -->'),
      page.replace('</body>', '</body><script>document.body.textContent = "fine"</script>'),
      `${page}<p>More.</p>`,
    ]) {
      const { holds, problems, sentences } = await verify(edited);
      expect(holds).toBe(false);
      expect(problems.length + broken(sentences).length).toBeGreaterThan(0);
    }
    expect(
      (await verify(page.replace('<html', '<!-- saved from url=(0014)about:internet -->\n<html'))).holds,
    ).toBe(true);
  });

  test('names what was added, removed, moved or edited around the sentences', async () => {
    const file = await write('md');
    const added = await verify(file.replace('two banks.\n\n---', 'two banks. It is safe.\n\n---'));
    expect(broken(added.sentences).map(({ text, verdict }) => [text, verdict])).toEqual([
      ['It is safe.', null],
    ]);
    const removed = await verify(
      file.replace('- Traders across the river worry about losing customers.\n', ''),
    );
    expect(broken(removed.sentences)).toEqual([
      expect.objectContaining({ rulesNow: null, reasons: [expect.stringContaining('was removed')] }),
    ]);
    expect((await verify(file.replace('# Bridge', '# Tunnel'))).problems).toEqual(['The title was edited.']);
    expect((await verify(file.replace(/[0-9a-f]{64}/, '0'.repeat(64)))).problems).toHaveLength(1);
    expect((await verify(file.replace('\n\n- The repair', '\n\n###\n\n- The repair'))).holds).toBe(false);
  });

  test('whose data was changed is judged by what the source says', async () => {
    const smeared = await changed(({ sentences: [first] }) =>
      Object.assign(first ?? {}, { verdict: 'different' }),
    );
    expect(broken((await verify(smeared)).sentences)[0]?.reasons).toEqual([
      'the receipt says different, but rules find it quoted',
    ]);
    const invented = await changed(({ sentences: [first] }) => first?.passages.push('The bridge is safe.'));
    expect(broken((await verify(invented)).sentences)[0]?.reasons.join()).toContain(
      '“The bridge is safe.” is not',
    );
    const dropped = await changed(({ sentences }) => sentences.pop());
    expect(broken((await verify(dropped)).sentences)).toHaveLength(1);
    const unsupported = await changed(({ sentences: [, second] }) =>
      Object.assign(second ?? {}, { verdict: 'confirmed', decidedBy: 'model', rules: 'not-checked' }),
    );
    const [wrong] = broken((await verify(unsupported)).sentences);
    expect(wrong?.reasons.join()).toContain('no model checked');
    expect(wrong?.reasons.join()).toContain('the source says “210 million euros”');
  });

  test('cannot say that a model confirmed a wrong number, or hide that rules find it', async () => {
    const found = 'number “777 million euros”: the source says “210 million euros”';
    const opinions = [null, null, 'supported'] satisfies Given['opinions'];
    const claim = { decidedBy: 'model', rules: 'different' };
    for (const forged of [
      { ...claim, verdict: 'confirmed' },
      { ...claim, verdict: 'not-checked', findings: [] },
    ]) {
      const file = await changed(({ sentences: [, second] }) => Object.assign(second ?? {}, forged), {
        opinions,
      });
      expect(broken((await verify(file)).sentences)[0]?.reasons).toEqual([found]);
    }
    const doubted = await write('md', { opinions: [null, 'supported', 'supported'] });
    expect(doubted).toContain('**Not checked** (by qwen3-8b; by rules: different)');
    expect(doubted).toContain(found);
    expect((await verify(doubted)).holds).toBe(true);
  });

  test('with a verdict of a model and no passage holds only while the source is the same', async () => {
    const file = await changed(({ sentences: [, , third] }) => Object.assign(third ?? {}, { passages: [] }), {
      opinions: [null, null, 'supported'],
    });
    expect((await verify(file)).holds).toBe(true);
    const { sentences } = await verify(file, `${source} Updated.`);
    expect(broken(sentences)[0]?.reasons).toEqual([expect.stringContaining('no passage to look for')]);
  });

  test('holds where a longer source no longer raises a doubt, and says what rules find now', async () => {
    const { holds, sentences } = await verify(
      await write('md'),
      `${source}\n\nCorrected on Friday. The repair will cost 777 million euros.`,
    );
    expect(holds).toBe(true);
    expect(sentences[1]).toMatchObject({ verdict: 'different', rulesNow: 'quoted', reasons: [] });
  });

  test.each(['md', 'html'] as const)('as %s of 300 sentences names just the edited ones', async (format) => {
    const lines = Array.from(
      { length: 300 },
      (_, at) => `House number ${at} of the street was built in ${1500 + at}.`,
    );
    const long = lines.join(' ');
    const grounding = groundSummary(long, long, { summaryLanguage: 'en' });
    const file = await writeReceipt(
      { hash },
      { ...checkedOf(), sourceText: long, text: long, grounding },
      { format, language: 'en' },
    );
    const edited = file
      .replace('built in 1503', 'built in 1303')
      .replace(/Quoted(?=\D+House number 290)/, 'Not checked');
    const { sentences, problems } = await verifyAgainst(ports, readReceipt(edited), long);
    expect(problems).toEqual([]);
    expect(broken(sentences).map(({ text, reasons }) => [text, reasons])).toEqual([
      [
        'House number 3 of the street was built in 1303.',
        expect.arrayContaining([expect.stringContaining('edited')]),
      ],
      ['House number 290 of the street was built in 1790.', ['the verdict was edited after the check']],
    ]);
  });

  test('that was just made holds, whatever the rules say of it', async () => {
    const path = join(import.meta.dirname, '../../../tests/fixtures/planted/tune.json');
    const articles: { source: string; language: string; cases: { text: string; lang: string }[] }[] =
      JSON.parse(readFileSync(path, 'utf8'));
    for (const { source: sourceText, cases } of articles) {
      for (const [lang, found] of Map.groupBy(cases, (one) => one.lang)) {
        const text = found.map((one) => `- ${one.text}`).join('\n');
        const summaryLanguage = (await tellAnswerLanguage(text, lang)) ?? undefined;
        const language = (await tellLanguage(sourceText)) ?? undefined;
        const grounding = groundSummary(sourceText, text, { language, summaryLanguage });
        const checked = { ...checkedOf(), sourceText, text, language: lang, grounding };
        const read = readReceipt(await writeReceipt({ hash }, checked, { format: 'md', language: 'en' }));
        expect(await verifyAgainst(ports, read, sourceText)).toMatchObject({
          holds: true,
          sourceChanged: false,
        });
      }
    }
  });

  test('of version 1 holds where rules find no doubt, with verdicts as they are called today', async () => {
    const old = await changed((receipt) => {
      const names = { quoted: 'supported', different: 'contradicted', 'not-checked': 'undecided' } as const;
      delete receipt.details;
      receipt.precisReceipt = 1;
      for (const sentence of receipt.sentences)
        sentence.verdict = names[sentence.verdict as keyof typeof names];
      // Rules that ticked a free wording do not do so any more.
      Object.assign(receipt.sentences[2] ?? {}, { verdict: 'supported' });
    });
    const { holds, sentences } = await verify(old);
    expect(holds).toBe(true);
    expect(sentences.map(({ verdict, rulesNow }) => [verdict, rulesNow])).toEqual([
      ['not-checked', 'quoted'],
      ['different', 'different'],
      ['not-checked', 'not-checked'],
      ['not-checked', 'quoted'],
    ]);
  });

  test('is refused for a summary that was never checked', async () => {
    const unchecked = { ...checkedOf(), grounding: null };
    await expect(writeReceipt({ hash }, unchecked, { format: 'md', language: 'en' })).rejects.toMatchObject({
      code: 'conflict',
    });
  });
});
