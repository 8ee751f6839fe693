import { expect, test } from 'vitest';
import { countGrounding, type GroundedSentence, verdictOf } from './grounding.ts';

const sentence = (state: GroundedSentence['state'], flags: GroundedSentence['flags'] = []) => ({
  start: 0,
  end: 9,
  state,
  support: [],
  flags,
});
const flag = { kind: 'number' as const, reason: 'missing' as const, start: 0, end: 2 };

test('a check is counted by verdict', () => {
  const sentences = [
    sentence('supported'),
    sentence('supported'),
    sentence('contradicted', [flag, { ...flag, reason: 'reversed' }]),
    sentence('not-found', [flag]),
    sentence('undecided'),
  ];
  expect(countGrounding({ sentences })).toEqual({
    sentences: 5,
    supported: 2,
    contradicted: 1,
    notFound: 1,
    undecided: 1,
    flags: 3,
  });
});

test('one conflict contradicts a sentence, however many details are only missing', () => {
  expect(verdictOf([flag, flag])).toBe('not-found');
  expect(verdictOf([flag, { reason: 'elsewhere' }])).toBe('contradicted');
  expect(verdictOf([{ reason: 'reversed' }])).toBe('contradicted');
});
