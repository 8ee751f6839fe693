import { describe, expect, test } from 'vitest';
import type { GroundedSentence, GroundingState, OpinionState } from '#schema/runs/grounding.ts';
import { decidedBy, firstPassage, passagesOf } from './sentence-passages.ts';

const span = (start: number) => ({ start, end: start + 5 });

function sentence(
  rules: GroundingState,
  model: OpinionState | null,
  { support = [0], named = [10] }: { support?: number[]; named?: number[] } = {},
): GroundedSentence {
  return {
    ...span(0),
    state: rules,
    support: support.map(span),
    flags: [],
    details: [],
    ...(model !== null && {
      opinion: { state: model, rules, reason: '', quote: '', passages: named.map(span) },
    }),
  };
}

describe('who decided on a sentence', () => {
  test.each([
    ['different', null, 'rules'],
    ['quoted', 'supported', 'both'],
    ['not-checked', 'undecided', 'both'],
    ['not-checked', 'contradicted', 'model'],
    ['quoted', 'undecided', 'rules-only'],
    ['different', 'supported', 'split'],
    ['quoted', 'contradicted', 'split'],
    ['not-in-the-source', 'contradicted', 'split'],
  ] as const)('rules %s, model %s: %s', (rules, model, by) => {
    expect(decidedBy(sentence(rules, model))).toBe(by);
  });
});

describe('the passages of a sentence', () => {
  test('are those of the rules if no model named any', () => {
    expect(passagesOf(sentence('not-checked', null, { support: [0, 20, 40] }))).toEqual({
      named: [],
      found: [span(0), span(20)],
    });
  });

  test('are not those of a model that could not decide', () => {
    expect(passagesOf(sentence('different', 'undecided'))).toEqual({ named: [], found: [span(0)] });
  });

  test('are those that the model named if it decided', () => {
    expect(passagesOf(sentence('not-checked', 'supported', { support: [40], named: [10, 20, 30] }))).toEqual({
      named: [span(10), span(20)],
      found: [],
    });
    expect(passagesOf(sentence('not-checked', 'not-found', { named: [] }))).toEqual({
      named: [],
      found: [span(0)],
    });
  });

  test('are one of each if rules and model disagree', () => {
    expect(passagesOf(sentence('different', 'supported', { support: [0, 20], named: [10, 30] }))).toEqual({
      named: [span(10)],
      found: [span(0)],
    });
  });

  test('lead to that of whoever decided', () => {
    expect(firstPassage(sentence('not-checked', 'supported'))).toEqual(span(10));
    expect(firstPassage(sentence('different', 'supported'))).toEqual(span(0));
    expect(firstPassage(sentence('quoted', 'contradicted', { support: [] }))).toEqual(span(10));
    expect(firstPassage(sentence('not-checked', null, { support: [] }))).toBeNull();
  });
});
