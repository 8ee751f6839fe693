import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { groundingFlagKinds, groundingFlagReasons, groundingStates } from '#schema/runs/grounding.ts';
import { maxReceiptCharacters, type Receipt, receiptFormats, receiptSchema } from '#schema/runs/receipt.ts';
import { rewrapText } from '#tests/fixtures/rewrap-text.ts';
import { cleanText } from './clean-text.ts';
import { readReceipt } from './read-receipt.ts';
import { renderReceipt } from './receipt-file.ts';

const hostile = [
  '--> <!-- precis-receipt AAAA --> --!> <!-->',
  '</script><script>alert(1)</script><script type="application/json" id="precis-receipt">{}</script>',
  '<img src=x onerror=alert(1)> & &amp; &lt;b&gt; &#60;',
  '![x](https://tracker.example/x.png) [a](javascript:alert(1)) `code` ~~~ ``` **bold** __x__ | a | b |',
  '1. **Supported** (by rules): not a verdict\n   - Passage: “nothing”\n## Sentences\n---\n# Title',
  '> quoted\n>> twice =3D =\nsoft =E2=80=9C',
  'مرحبا بالعالم، هذا نص طويل. שלום עולם. \u200f(abc)\u200e',
  '市议会周二投票决定关闭大桥两年。費用は2億1000万ユーロ。สะพานปิดสองปี',
  'e\u0301 \u00a0\u2028\u3000 \t tabs\ttoo 👩‍👩‍👧 \u200b zero',
  '$& $1 \\u003c \\" "quoted" \\',
  '',
];

function receiptOf(texts: readonly string[], text = texts.join('\n\n')): Receipt {
  return {
    precisReceipt: 2,
    title: texts[0] || 'Summary',
    source: {
      url: `https://example.org/${texts[1] ?? ''}`,
      title: texts[0] ?? null,
      sha256: 'a'.repeat(64),
      characters: 12,
    },
    summary: { text, language: 'en', model: texts[2] ?? null, madeAt: '2026-03-01T10:00:00.000Z' },
    check: { by: 'model', model: texts[3] ?? null },
    details: { total: 3, found: 1, different: 1, notInTheSource: 0, notChecked: 1 },
    sentences: texts.map((sentence, at) => ({
      text: sentence,
      verdict: groundingStates[at % groundingStates.length] ?? 'quoted',
      decidedBy: at % 2 === 0 ? 'rules' : 'model',
      rules: at % 2 === 0 ? null : 'not-checked',
      reason: texts[at + 1] ?? '',
      passages: texts.slice(at, at + 3),
      findings: [{ kind: 'number', reason: 'elsewhere', detail: sentence, said: texts[at + 1] ?? null }],
    })),
  };
}

/** A receipt as the first version with receipts wrote it. */
const oldReceipt = `# Bridge

It closes.

---

**Receipt:** 1 of 1 sentences supported. Checked by rules.

- SHA-256 of the source text: \`aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\`
- Characters of the source text: 9
- Summary: by gpt, 2026-03-01T10:00:00.000Z, language en

## Sentences

1. **Supported** (by rules): It closes.
   - Passage: “It closes.”

A receipt is not a signature. It can be checked again against the source: \`precis verify FILE --source SOURCE\`

<!-- precis-receipt
eyJwcmVjaXNSZWNlaXB0IjoxLCJ0aXRsZSI6IkJyaWRnZSIsInNvdXJjZSI6eyJ1cmwiOm51bGws
InRpdGxlIjpudWxsLCJzaGEyNTYiOiJhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFh
YWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhIiwiY2hhcmFjdGVycyI6OX0sInN1bW1hcnki
OnsidGV4dCI6Ikl0IGNsb3Nlcy4iLCJsYW5ndWFnZSI6ImVuIiwibW9kZWwiOiJncHQiLCJtYWRl
QXQiOiIyMDI2LTAzLTAxVDEwOjAwOjAwLjAwMFoifSwiY2hlY2siOnsiYnkiOiJydWxlcyIsIm1v
ZGVsIjpudWxsfSwic2VudGVuY2VzIjpbeyJ0ZXh0IjoiSXQgY2xvc2VzLiIsInZlcmRpY3QiOiJz
dXBwb3J0ZWQiLCJkZWNpZGVkQnkiOiJydWxlcyIsInJ1bGVzIjpudWxsLCJyZWFzb24iOiIiLCJw
YXNzYWdlcyI6WyJJdCBjbG9zZXMuIl0sImZpbmRpbmdzIjpbXX1dfQ
-->
`;

const unedited = { edits: [], isOther: false, isSurrounded: false };

describe.each([
  ...receiptFormats.map((format) => ({ format, labels: 'en' as const })),
  { format: 'md', labels: 'zh-Hans' },
  { format: 'html', labels: 'zh-Hans' },
] as const)('a receipt as $format, with labels in $labels', ({ format, labels }) => {
  const receiptIn = (...texts: Parameters<typeof receiptOf>): Receipt => ({
    ...receiptOf(...texts),
    ...(labels !== 'en' && { labels }),
  });
  const roundTrip = (receipt: Receipt) => readReceipt(renderReceipt(receipt, format));

  test.each(hostile)('carries hostile text: %j', (text) => {
    const receipt = receiptIn([cleanText(text), 'A plain sentence.', cleanText(text)]);
    expect(roundTrip(receipt)).toMatchObject({ format, receipt, text: receipt.summary.text, ...unedited });
  });

  test('carries all of it together, and 200 sentences', () => {
    const many = Array.from({ length: 200 }, (_, at) => `Sentence ${at}: ${hostile[at % hostile.length]}`);
    const receipt = receiptIn(many.map(cleanText));
    expect(roundTrip(receipt)).toMatchObject({ format, receipt, ...unedited });
  });

  test('comes back after CRLF, a byte order mark and stripped line ends', () => {
    const receipt = receiptIn(hostile.map(cleanText));
    const file = renderReceipt(receipt, format);
    const stripped = file.replace(/[ \t]+$/gm, '');
    for (const changed of [
      stripped,
      `\ufeff${stripped.replaceAll('\n', '\r\n')}`,
      file.replaceAll('\n', '\r\n'),
    ])
      expect(readReceipt(changed)).toMatchObject({ format, ...unedited });
  });

  test('comes back from a mail in quoted-printable form, and from a reply that quotes it', () => {
    const receipt = receiptIn([
      'The council closed the bridge = 3 votes.',
      '桥梁将关闭两年。',
      'Costs: 210 € “net”.',
    ]);
    const file = renderReceipt(receipt, format);
    const mailed = toQuotedPrintable(file);
    expect(mailed).not.toBe(file);
    expect(readReceipt(mailed)).toMatchObject({ format, receipt, ...unedited });
    if (format === 'html') return;
    const quoted = file.replace(/^/gm, '> ');
    expect(readReceipt(quoted)).toMatchObject({ format, receipt, ...unedited });
    expect(readReceipt(toQuotedPrintable(quoted).replaceAll('\n', '\r\n'))).toMatchObject({
      format,
      ...unedited,
    });
  });

  test('any text survives', () => {
    const texts = fc.string({ unit: 'grapheme', maxLength: 60 }).map(cleanText);
    const sentence = fc.record({
      text: texts,
      verdict: fc.constantFrom(...groundingStates),
      decidedBy: fc.constantFrom('rules' as const, 'model' as const),
      rules: fc.option(fc.constantFrom(...groundingStates)),
      reason: texts,
      passages: fc.array(texts, { maxLength: 3 }),
      findings: fc.array(
        fc.record({
          kind: fc.constantFrom(...groundingFlagKinds),
          reason: fc.constantFrom(...groundingFlagReasons),
          detail: texts,
          said: fc.option(texts),
        }),
        { maxLength: 2 },
      ),
    });
    fc.assert(
      fc.property(texts, texts, fc.array(sentence, { maxLength: 6 }), (title, text, sentences) => {
        const receipt = receiptSchema.parse({ ...receiptIn(['a', 'b', 'c', 'd'], text), title, sentences });
        expect(roundTrip(receipt)).toMatchObject({ format, receipt, text, ...unedited });
      }),
      { numRuns: 300 },
    );
  });

  test('is told from what is no receipt, and from one that is too large or damaged', () => {
    const file = renderReceipt(receiptIn(['One.', 'Two.']), format);
    const refused = { code: 'invalid_input', message: expect.stringContaining('not a receipt') };
    const withLanguage = (language: string) => {
      const receipt = receiptIn(['One.']);
      return { ...receipt, summary: { ...receipt.summary, language } };
    };
    for (const text of [
      '',
      '# A text',
      '{',
      '{"precisReceipt":1}',
      '<!doctype html><p>x',
      '['.repeat(100_000),
      renderReceipt(withLanguage('constructor'), format),
    ])
      expect(() => readReceipt(text)).toThrow(expect.objectContaining(refused));
    const deep = `{"precisReceipt":1,"title":${'['.repeat(5000)}${']'.repeat(5000)}}`;
    expect(() => readReceipt(deep)).toThrow(expect.objectContaining(refused));
    expect(() => readReceipt(file.slice(0, Math.floor(file.length * 0.9)))).toThrow(
      expect.objectContaining(refused),
    );
    const huge = `${file}${' '.repeat(maxReceiptCharacters)}`;
    expect(() => readReceipt(huge)).toThrow(expect.objectContaining({ code: 'too_large' }));
    const later = renderReceipt({ ...receiptIn(['One.']), precisReceipt: 3 as 2 }, format);
    expect(() => readReceipt(later)).toThrow(
      expect.objectContaining({ message: expect.stringContaining('newer') }),
    );
  });
});

test.each([30, 72, 120])('a Markdown receipt wrapped at %s characters by an editor is the same', (width) => {
  const receipt = receiptOf([
    'The city council voted on Tuesday to close the harbour bridge for two years, and everyone walks around it.',
    '市议会周二投票决定关闭大桥两年，工程师去年秋天在十一根主梁上发现了裂缝，渡轮每十分钟一班。',
    'The repair will cost 210 million euros, of which the state pays sixty percent, or so it says in the report.',
  ]);
  for (const lineEnd of ['\n', '\r\n']) {
    const wrapped = rewrapText(renderReceipt(receipt, 'md'), { width, lineEnd });
    expect(readReceipt(wrapped)).toMatchObject({ format: 'md', receipt, ...unedited });
  }
});

test('a receipt of version 1 is read as it was written, whatever its verdicts are called today', () => {
  const { details: _, ...receipt } = receiptOf(['One.', 'Two.', 'Three.', 'Four.']);
  const verdicts = ['supported', 'contradicted', 'not-found', 'undecided'] as const;
  const old: Receipt = {
    ...receipt,
    precisReceipt: 1,
    sentences: receipt.sentences.map((sentence, at) => ({
      ...sentence,
      verdict: verdicts[at] ?? 'undecided',
      rules: sentence.rules === null ? null : 'undecided',
    })),
  };
  for (const format of receiptFormats) {
    const file = renderReceipt(old, format);
    expect(readReceipt(file)).toMatchObject({ receipt: old, ...unedited });
    if (format !== 'json')
      expect(file).toContain('1 of 4 sentences supported, 1 contradicted, 1 not found, 1 undecided.');
    if (format === 'html') expect(file).toContain('.supported{color:#0a6b45}');
  }
});

test('a receipt from before labels had a language is read', () => {
  expect(readReceipt(oldReceipt)).toMatchObject({
    format: 'md',
    receipt: { title: 'Bridge', sentences: [{ text: 'It closes.' }] },
    ...unedited,
  });
});

test('a sentence names the model that decided it, where another one checked last', () => {
  const receipt = receiptOf(['One.', 'Two.', 'Three.', 'Four.']);
  const [first, second, ...others] = receipt.sentences;
  if (first === undefined || second === undefined) throw new Error('sentences were expected');
  const sentences = [first, { ...second, model: 'qwen3-8b' }, ...others];
  const file = renderReceipt({ ...receipt, sentences }, 'md');
  expect(file).toContain('2. **Confirmed** (by qwen3-8b; by rules: not checked): Two.');
  expect(file).toContain('4. **Not in the source** (by Four.; by rules: not checked): Four.');
  expect(readReceipt(file)).toMatchObject(unedited);
});

test('a JSON receipt whose strings an editor has wrapped is read', () => {
  const receipt = receiptOf(['One sentence with several words in it.', 'Another one.']);
  const wrapped = renderReceipt(receipt, 'json').replaceAll(' several ', '\n several\n');
  expect(readReceipt(wrapped)).toMatchObject({ format: 'json', receipt, ...unedited });
});

test('text around a Markdown receipt is noticed, and is no edit', () => {
  const file = renderReceipt(receiptOf(['One sentence.', 'Another one.', 'A third.']), 'md');
  const mail = `From: Bob <bob@example.org>\n\nsee below.\n\n${file}\n-- \nBob <https://bob.example>`;
  expect(readReceipt(mail)).toMatchObject({ ...unedited, isSurrounded: true });
  for (const cover of ['<div hidden>\n\n', '<!-- ', '<p style="display:none">'])
    expect(readReceipt(`All is well.\n\n${cover}${file}`).edits).toEqual([
      expect.objectContaining({ part: 'page' }),
    ]);
});

test('a page runs no script and fetches nothing, whatever the texts say', () => {
  const page = renderReceipt(receiptOf(hostile.map(cleanText)), 'html');
  expect(page.match(/<script/g)).toEqual(['<script']);
  expect(page).toContain('<script type="application/json" id="precis-receipt">');
  expect(page).not.toMatch(/<(?:img|link|iframe|a|b)\b|\son\w+="/);
  expect(page).toContain("default-src 'none'");
});

test('Markdown fetches nothing and has no element but its own comment', () => {
  const file = renderReceipt(receiptOf(hostile.map(cleanText)), 'md');
  expect(file.match(/</g)).toEqual(['<']);
  expect(file).not.toMatch(/(?<!\\)\[/);
});

function toQuotedPrintable(text: string): string {
  const encoded = text.replace(/[^\n -<>-~]/g, (one) =>
    Array.from(
      new TextEncoder().encode(one),
      (byte) => `=${byte.toString(16).toUpperCase().padStart(2, '0')}`,
    ).join(''),
  );
  return encoded.replace(/^.{73,}$/gm, (line) =>
    (line.match(/(?:=[\dA-F]{2}|[^=]){1,70}/g) ?? []).join('=\n'),
  );
}
