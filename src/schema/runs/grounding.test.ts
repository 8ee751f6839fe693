import { expect, test } from 'vitest';
import {
  countGrounding,
  describeCounts,
  type GroundedSentence,
  type GroundingDetail,
  verdictOf,
} from './grounding.ts';

const sentence = (
  state: GroundedSentence['state'],
  ...verdicts: GroundingDetail['verdict'][]
): GroundedSentence => ({
  start: 0,
  end: 9,
  state,
  support: [],
  flags: [],
  details: verdicts.map((verdict, at) => ({ kind: 'number', verdict, start: at, end: at + 1 })),
});
const flag = { kind: 'number' as const, reason: 'missing' as const, start: 0, end: 2 };

test('a check is counted by the verdicts on details and on sentences', () => {
  const counts = countGrounding({
    sentences: [
      sentence('quoted', 'found'),
      sentence('confirmed', 'found', 'follows'),
      sentence('different', 'different', 'found'),
      sentence('not-in-the-source', 'not-in-the-source'),
      sentence('wrong', 'not-checked'),
      sentence('not-checked'),
    ],
  });
  expect(counts).toEqual({
    sentences: 6,
    quoted: 1,
    confirmed: 1,
    different: 1,
    notInTheSource: 1,
    wrong: 1,
    notChecked: 1,
    details: { total: 7, found: 4, different: 1, notInTheSource: 1, notChecked: 1 },
  });
  expect(describeCounts(counts)).toBe(
    '4 of 7 details found, 1 different, 1 not in the source, 1 not checked; ' +
      '6 sentences: 1 quoted, 1 confirmed by a model, 1 wrong, 1 different, 1 not in the source, 1 not checked',
  );
});

test('a detail that rules doubt counts as not checked where a model has lifted the doubt', () => {
  const { details } = countGrounding({
    sentences: [sentence('not-checked', 'different', 'found', 'not-in-the-source')],
  });
  expect(details).toEqual({ total: 3, found: 1, different: 0, notInTheSource: 0, notChecked: 2 });
});

test('a check without details names sentences only', () => {
  expect(describeCounts(countGrounding({ sentences: [sentence('quoted')] }))).toBe('1 sentence: 1 quoted');
});

test('one conflict makes a sentence different, however many details are only missing', () => {
  expect(verdictOf([flag, flag])).toBe('not-in-the-source');
  expect(verdictOf([flag, { reason: 'elsewhere' }])).toBe('different');
  expect(verdictOf([{ reason: 'reversed' }])).toBe('different');
});
