import { expect, test } from 'vitest';
import type { ThreadGrounding } from '#schema/spaces/spaces-wire.ts';
import { laySupport } from './lay-support.ts';

const sentence = (support: { seq: number; text: string }[]): ThreadGrounding['sentences'][number] => ({
  start: 0,
  end: 9,
  state: 'supported',
  flags: [],
  support,
});

test('each passage is found by its offset, with its message', () => {
  const first = { seq: 3, text: 'The bridge closes.' };
  const second = { seq: 5, text: 'It opens in May.' };
  const { grounding, text, passageAt } = laySupport({
    summaryRevision: 1,
    sentences: [sentence([first]), sentence([second, first]), sentence([])],
  });
  const read = grounding.sentences.map(({ support }) =>
    support.map(({ start, end }) => [text.slice(start, end), passageAt(start)?.seq]),
  );
  expect(read).toEqual([
    [[first.text, 3]],
    [
      [second.text, 5],
      [first.text, 3],
    ],
    [],
  ]);
});

test('a contradicting message is found by its offset too', () => {
  const flag = { kind: 'number' as const, reason: 'elsewhere' as const, start: 2, end: 4 };
  const { grounding, text } = laySupport({
    summaryRevision: 1,
    sentences: [{ ...sentence([]), flags: [{ ...flag, source: { seq: 2, text: '12 euros' } }, flag] }],
  });
  const [other, none] = grounding.sentences[0]?.flags ?? [];
  expect(text.slice(other?.source?.start, other?.source?.end)).toBe('12 euros');
  expect(none).toEqual(flag);
});

test('the same words in two messages stay two passages', () => {
  const { grounding, passageAt } = laySupport({
    summaryRevision: 1,
    sentences: [sentence([{ seq: 1, text: 'Yes.' }]), sentence([{ seq: 9, text: 'Yes.' }])],
  });
  const seqs = grounding.sentences.map(({ support }) => passageAt(support[0]?.start ?? -1)?.seq);
  expect(seqs).toEqual([1, 9]);
});
