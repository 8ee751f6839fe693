import { describe, expect, test } from 'vitest';
import { holds, indexSource, sentenceAt } from './source-index.ts';
import { plainWords } from './source-text.ts';

const repeated = 'The council voted against the new bridge on Monday. ';
const last = 'The ferry cost 4,711 euros in March 2019.';

describe('the index of a source', () => {
  test('takes a sentence that is repeated without end a few times only', () => {
    const once = indexSource(repeated, 'en').words.length;
    const index = indexSource(repeated.repeat(5000) + last, 'en');
    expect(index.sentences).toHaveLength(5001);
    expect(index.words.length).toBeLessThan(20 * once);
    expect(index.positions.get('bridg')?.length).toBeLessThan(20);
  });

  test('finds what stands behind the repeats, where it stands', () => {
    const index = indexSource(repeated.repeat(5000) + last, 'en');
    const start = 5000 * repeated.length;
    expect(index.quantities.find(({ value }) => value === 4711)?.offsets).toEqual([
      start + last.indexOf('4,711'),
    ]);
    expect(holds(index, 'ferri', 5000)).toBe(true);
    expect(holds(index, 'ferri', 0)).toBe(false);
    expect(sentenceAt(index, start)).toBe(5000);
  });

  test('reads a text without repeats whole, with numbers that a line end cuts', () => {
    const index = indexSource('It opened on 3\nMarch 2019. Nobody came.', 'en');
    expect(index.kept).toHaveLength(index.sentences.length);
    expect(index.quantities.map(({ date }) => date)).toEqual([{ day: 3, month: 3, year: 2019 }]);
  });

  test('treats Chinese the same way', () => {
    const index = indexSource(`${'市议会周一投票反对新建大桥。'.repeat(5000)}渡轮花了三百万元。`, 'zh');
    expect(index.words.length).toBeLessThan(300);
    expect(index.positions.has('渡轮')).toBe(true);
    expect(index.quantities.some(({ value }) => value === 3_000_000)).toBe(true);
  });
});

describe('plain words', () => {
  test.each([
    ['“We don’t KNOW,” he said.', ' we dont know he said '],
    ['Ünïcode — 42 %', ' ünïcode 42 '],
    ['他说：“不 行。”OK!', ' 他说不行ok '],
    ['', ' '],
    ['\ud83d\ude00\ud800 x', ' x '],
  ])('%j is reduced to %j', (text, plain) => {
    expect(plainWords(text).text).toBe(plain);
  });

  test('every sign keeps its place in the text', () => {
    const text = 'No: “It’s 5 大桥。”';
    const { text: plain, offsets } = plainWords(text);
    expect(offsets).toHaveLength(plain.length);
    for (const sign of ['n', '5', '大', '桥'])
      expect(text.charAt(offsets[plain.indexOf(sign)] ?? -1).toLowerCase()).toBe(sign);
  });
});
