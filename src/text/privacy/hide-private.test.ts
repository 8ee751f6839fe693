import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { stripPrivate } from './hide-private.ts';

const secret = 'S3CRET';

describe('private text', () => {
  test('is removed and the text around it stays as it is', () => {
    expect(stripPrivate(`use  <private>${secret}</private>\nthe key`)).toEqual({
      text: 'use  \nthe key',
      isEntirelyPrivate: false,
      hidden: [secret],
      openTags: 0,
    });
  });

  test('leaves a text without tags untouched, blank or not', () => {
    for (const text of ['', '  ', 'a < b && c > d', 'Map<privateKey, x>', '<private-key>', 'private']) {
      expect(stripPrivate(text)).toEqual({ text, isEntirelyPrivate: false, hidden: [], openTags: 0 });
    }
  });

  test('says that nothing else was there', () => {
    for (const text of [`<private>${secret}</private>`, ` \n<private>${secret}`, `<private></private>`]) {
      expect(stripPrivate(text).isEntirelyPrivate).toBe(true);
    }
  });

  test('is all there is where only signs are left, such as the quotation marks of a shell', () => {
    const hidden = `<private>${secret}</private>`;
    for (const text of [`"${hidden}"`, `'${hidden}'`, `“${hidden}”!`, `- ${hidden}.`, `"${hidden}" …`])
      expect(stripPrivate(text).isEntirelyPrivate).toBe(true);
    for (const text of [`"${hidden}" a`, `1 ${hidden}`, `${hidden}好`])
      expect(stripPrivate(text).isEntirelyPrivate).toBe(false);
  });

  test.each([
    ['unclosed', `before <private>${secret} after`, 'before '],
    ['never ended', `before <private ${secret}`, 'before '],
    ['in upper case', `before <PRIVATE>${secret}</Private> after`, 'before  after'],
    ['with attributes', `before <private reason="a > b" x>${secret}</private > after`, 'before  after'],
    ['self-closing', `before <private/>${secret}</private> after`, 'before  after'],
    ['spaced', `before < private >${secret}< / private > after`, 'before  after'],
    ['nested', `before <private>a<private>b</private>${secret}</private> after`, 'before  after'],
    ['nested and unclosed', `before <private>a<private>b</private>${secret}`, 'before '],
    ['closed by an endless tag', `before <private>a</private ${secret} after`, 'before '],
    ['closed only', `${secret}</private> after`, ' after'],
    ['closed twice', `a<private>b</private>${secret}</private> after`, ' after'],
    ['escaped as HTML', `before &lt;private&gt;${secret}&lt;/private&gt; after`, 'before  after'],
    ['escaped as JSON', `before \\u003cprivate\\u003e${secret}<\\/private> after`, 'before  after'],
    ['with full-width brackets', `before ＜private＞${secret}＜/private＞ after`, 'before  after'],
    ['made by the removal of another', `before <pri<private>x</private>vate>${secret}`, 'before '],
    ['after signs of its own', `a & <<private>${secret}</private> > b`, 'a & < > b'],
  ])('is removed when its tag is %s', (_, text, left) => {
    const { text: stripped } = stripPrivate(text);
    expect(stripped).not.toContain(secret);
    expect(stripped).toBe(left);
  });

  test('says how many of its tags are still open at the end', () => {
    expect(stripPrivate('a<private>b<private>c').openTags).toBe(2);
    expect(stripPrivate('a<private>b<private>c</private>').openTags).toBe(1);
    expect(stripPrivate('a<private>b</private></private>').openTags).toBe(0);
  });

  test('never comes back when a stripped text is stripped again', () => {
    const pieces = [
      '<private>',
      '</private>',
      '<pri',
      'vate>',
      '</',
      '<',
      '&l',
      't;',
      '/private>',
      'x',
      ' ',
      '>',
    ];
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 14 }), (parts) => {
        const once = stripPrivate(parts.join('')).text;
        expect(stripPrivate(once).text).toBe(once);
      }),
      { numRuns: 2000 },
    );
  });

  test('between matched tags is removed whatever it is', () => {
    const free = fc.string({ unit: 'binary' }).filter((text) => !/private/i.test(text));
    fc.assert(
      fc.property(free, free, free, (before, inside, after) => {
        const { text } = stripPrivate(`${before}\n<private>${inside}</private>\n${after}`);
        expect(text).toBe(`${before}\n\n${after}`);
      }),
    );
  });

  test('is found in linear time', () => {
    const hostile = [
      '<private>'.repeat(100_000),
      '</private>'.repeat(100_000),
      'a<private>b</private>'.repeat(50_000),
      '<'.repeat(1_000_000),
      `<${' '.repeat(1_000_000)}`,
      `</private${' x'.repeat(500_000)}`,
      '<private></private '.repeat(50_000),
    ];
    for (const text of hostile) {
      const startedAt = process.cpuUsage();
      stripPrivate(text);
      expect(process.cpuUsage(startedAt).user / 1000).toBeLessThan(5000);
    }
  });
});
