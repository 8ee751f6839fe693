import { expect, test } from 'vitest';
import { countGrounding, type GroundedSentence, type GroundingFlag } from '#schema/runs/grounding.ts';
import type { Run } from '#schema/runs/run.ts';
import type { Summary } from '#schema/runs/summary.ts';
import { describeGrounding } from './summarize-recorded.ts';

const text = 'Sales fell to 150 million.';

function tell(
  states: [GroundedSentence['state'], ...Partial<GroundingFlag>[]][],
  sourceText = 'Sales rose to 142\n million.',
): string {
  const sentences = states.map(([state, ...flags]): GroundedSentence => {
    const whole = flags.map((flag) => ({
      kind: 'number' as const,
      reason: 'missing' as const,
      start: 14,
      end: 25,
      ...flag,
    }));
    return { start: 0, end: text.length, state, support: [], flags: whole };
  });
  const grounding = { sentences };
  return describeGrounding({
    run: { grounding: countGrounding(grounding) } as Run,
    summary: { text, grounding } as Summary,
    sourceText,
  });
}

test('counts every verdict that occurs, and no other', () => {
  expect(tell([['supported']])).toBe('Check: 1 of 1 sentences supported.\n');
  expect(tell([['supported'], ['undecided'], ['undecided']])).toBe(
    'Check: 1 of 3 sentences supported, 2 undecided.\n',
  );
  expect(tell([['contradicted'], ['not-found'], ['supported'], ['undecided']])).toBe(
    'Check: 1 of 4 sentences supported, 1 contradicted, 1 not found, 1 undecided.\n',
  );
});

test('says nothing of words that are only new to the source', () => {
  expect(tell([['undecided', { kind: 'term' }]])).toBe('Check: 0 of 1 sentences supported, 1 undecided.\n');
});

test('names each detail, and what the source says instead', () => {
  const source = { start: 14, end: 26 };
  expect(tell([['not-found', {}]])).toContain('\n  number “150 million” is not in the source\n');
  expect(tell([['contradicted', { reason: 'elsewhere', source }]])).toContain(
    '\n  number “150 million”: the source says “142 million”\n',
  );
  expect(tell([['contradicted', { kind: 'polarity', reason: 'reversed', start: 6, end: 10 }]])).toContain(
    '\n  direction “fell”: the source says the opposite\n',
  );
});

test('prints no control characters of the source', () => {
  const source = { start: 0, end: 12 };
  const told = tell([['contradicted', { reason: 'elsewhere', source }]], '\u001b[31m142\u0007m\u001b[0m');
  // oxlint-disable-next-line no-control-regex
  expect(told).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f]/u);
});
