import { expect, test } from 'vitest';
import { plainWords } from './source-text.ts';

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
