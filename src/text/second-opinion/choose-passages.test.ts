import { describe, expect, test } from 'vitest';
import { splitSentences } from '#text/sentences/sentences.ts';
import { type ChosenPassages, choosePassages } from './choose-passages.ts';

const short = `The harbour of Lunde was closed for eleven days after the storm of 3 March. Divers found two sunken barges across the main channel.

The port authority hired a crane ship. On 14 March the first ferry came in again. The mayor, Ingrid Falk, called it a relief.`;

const filler = Array.from(
  { length: 400 },
  (_, at) =>
    `The committee heard report ${at + 1000} on drainage, pavements and street lamps in the old town.`,
).join('\n\n');
const lead = filler.slice(0, filler.length / 2);
const long = `${lead}\n\n${short}\n\n${filler.slice(filler.length / 2)}`;

const claim = (text: string) => ({ text, support: [] });
const textsOf = ({ passages, ofClaim }: ChosenPassages, at = 0) =>
  (ofClaim[at] ?? []).map((number) => passages[number]?.text ?? '');

function expectSound(source: string, chosen: ChosenPassages): void {
  let end = 0;
  for (const passage of chosen.passages) {
    expect(passage.start).toBeGreaterThanOrEqual(end);
    expect(passage.end).toBeGreaterThan(passage.start);
    expect(passage.text).toBe(source.slice(passage.start, passage.end));
    ({ end } = passage);
  }
  for (const numbers of chosen.ofClaim) {
    expect(new Set(numbers).size).toBe(numbers.length);
    for (const number of numbers) expect(chosen.passages[number]).toBeDefined();
  }
}

describe('a short source', () => {
  test('is read whole, every sentence in one passage', () => {
    const chosen = choosePassages(short, [claim('Ferries run again.')]);
    expectSound(short, chosen);
    for (const { start, end } of splitSentences(short, 'en'))
      expect(chosen.passages.some((passage) => passage.start <= start && passage.end >= end)).toBe(true);
  });

  test('has passages of one to three sentences', () => {
    const { passages } = choosePassages(short, []);
    for (const { text } of passages) expect(splitSentences(text, 'en').length).toBeLessThanOrEqual(3);
    expect(passages.length).toBeGreaterThan(1);
  });

  test('keeps a heading with what stands below it and joins short lines', () => {
    const { passages } = choosePassages('You need\n- 2 onions\n- 1 lemon\n\nMethod\n1. Chop the onions.', []);
    expect(passages.map(({ text }) => text)).toEqual([
      'You need\n- 2 onions\n- 1 lemon',
      'Method\n1. Chop the onions.',
    ]);
  });

  test('is whole up to fewer characters in Chinese, which has more tokens for each', () => {
    const sentence = '港口在风暴后关闭了十一天，潜水员发现了两艘沉没的驳船。';
    expect(choosePassages(sentence.repeat(40), []).passages.length).toBeGreaterThan(0);
    expect(choosePassages(sentence.repeat(80), []).passages).toEqual([]);
  });
});

describe('a long source', () => {
  test('is read where the words of a claim are, with rare words before common ones', () => {
    const chosen = choosePassages(long, [claim('The town heard that divers had found barges.')]);
    expectSound(long, chosen);
    expect(textsOf(chosen)[0]).toContain('Divers found two sunken barges');
  });

  test('is read where rules compared a claim', () => {
    const start = long.indexOf('The committee heard report 1007');
    const { passages, ofClaim } = choosePassages(long, [
      { text: 'Nothing alike.', support: [{ start, end: start + 20 }] },
    ]);
    expect(passages[ofClaim[0]?.[0] ?? -1]?.text).toContain('report 1007');
    expect(textsOf({ passages, ofClaim }).join()).toContain('report 1008');
  });

  test.each([
    ['a number and a unit in Chinese', 'zh', '港口关闭了11天。', 'eleven days'],
    ['a date in German', 'de', 'Am 14. März legte wieder ein Schiff an.', '14 March'],
    [
      'a word that two languages share',
      'fr',
      'Les autorités portuaires ont loué un navire.',
      'port authority',
    ],
    ['a name that Chinese spells by its sound', 'zh', '英格丽德·法尔克松了一口气。', 'Ingrid Falk'],
    ['a name that Japanese spells by its sound', 'ja', 'イングリッド・ファルクは安心した。', 'Ingrid Falk'],
  ])('is read where another language says the same: %s', (_, summaryLanguage, text, expected) => {
    const chosen = choosePassages(long, [claim(text)], { language: 'en', summaryLanguage });
    expect(textsOf(chosen).join('\n')).toContain(expected);
  });

  test('may change its language', () => {
    const chinese = '市长方静说，港口将于九月重新开放，渡轮票价不变。';
    const mixed = `${lead}\n\n${chinese}\n\n${filler}`;
    const same = choosePassages(mixed, [claim('渡轮票价保持不变。')], { summaryLanguage: 'zh' });
    expect(textsOf(same)[0]).toBe(chinese);
    const other = choosePassages(mixed, [claim('The harbour opens again in September.')]);
    expect(textsOf(other)).toContain(chinese);
  });

  test('gives its opening for a claim that shares nothing with it', () => {
    const chosen = choosePassages(long, [claim('Zyx qwv.')]);
    expect(chosen.passages[0]?.start).toBe(0);
    expect(chosen.ofClaim[0]).not.toEqual([]);
  });

  test('has limits for each claim and for all, and every claim gets its best passage first', () => {
    const claims = Array.from({ length: 300 }, (_, at) => claim(`The committee heard report ${at + 1000}.`));
    const chosen = choosePassages(filler, claims);
    expectSound(filler, chosen);
    const letters = chosen.passages.reduce((sum, { text }) => sum + text.length, 0);
    expect(letters).toBeLessThanOrEqual(16_000);
    for (const numbers of chosen.ofClaim) {
      expect(numbers.length).toBeLessThanOrEqual(8);
      const own = numbers.reduce((sum, number) => sum + (chosen.passages[number]?.text.length ?? 0), 0);
      expect(own).toBeLessThanOrEqual(1_600);
    }
    const few = choosePassages(filler, claims.slice(0, 20));
    for (const at of few.ofClaim.keys()) expect(textsOf(few, at)[0]).toContain(`report ${at + 1000}`);
  });
});

describe('sources that are not prose', () => {
  test.each([
    ['nothing', ''],
    ['blanks', ' \r\n\t\r\n '],
    ['marks', '... --- !!! ???'],
    ['Windows line ends', short.replaceAll('\n', '\r\n')],
    ['a megabyte without a full stop', 'lorem ipsum dolor sit amet '.repeat(40_000)],
    ['a megabyte without a blank', 'a'.repeat(1_000_000)],
    ['a page of code', `\`\`\`\n${'const answer = 42;\n'.repeat(5_000)}\`\`\``],
    ['a table', `| a | b |\n|---|---|\n${'| 1 | 2 |\n'.repeat(5_000)}`],
    ['emoji without a blank', '🦊'.repeat(20_000)],
    ['Chinese without a full stop', '中文'.repeat(20_000)],
    ['half a surrogate pair', `\ud83e${'x'.repeat(20_000)}\udd8a`],
  ])('%s', (_, source) => {
    const claims = [claim('The answer is 42.'), claim('中文'), claim(''), claim('a lorem 🦊')];
    const chosen = choosePassages(source, claims);
    expectSound(source, chosen);
    expect(chosen.ofClaim).toHaveLength(claims.length);
    for (const { text } of chosen.passages) {
      expect(text.length).toBeLessThanOrEqual(1_200);
      expect(/^[\udc00-\udfff]/.test(text) && source.length > 2 && !source.endsWith(text)).toBe(false);
    }
  });

  test('support outside the source is ignored', () => {
    const chosen = choosePassages(long, [{ text: 'Ferry.', support: [{ start: 9e6, end: 9e6 + 5 }] }]);
    expectSound(long, chosen);
    expect(chosen.ofClaim).toHaveLength(1);
  });
});
