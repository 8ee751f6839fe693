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
    return { start: 0, end: text.length, state, support: [], flags: whole, details: [] };
  });
  const grounding = { sentences };
  return describeGrounding({
    run: { grounding: countGrounding(grounding) } as Run,
    summary: { text, grounding } as Summary,
    sourceText,
  });
}

test('counts every verdict that occurs, and no other', () => {
  expect(tell([['quoted']])).toBe('Check: 1 sentence: 1 quoted.\n');
  expect(tell([['quoted'], ['not-checked'], ['not-checked']])).toBe(
    'Check: 3 sentences: 1 quoted, 2 not checked.\n',
  );
  expect(tell([['different'], ['not-in-the-source'], ['quoted'], ['not-checked']])).toBe(
    'Check: 4 sentences: 1 quoted, 1 different, 1 not in the source, 1 not checked.\n',
  );
});

test('says nothing of words that are only new to the source', () => {
  expect(tell([['not-checked', { kind: 'term' }]])).toBe('Check: 1 sentence: 1 not checked.\n');
});

test('names each detail, and what the source says instead', () => {
  const source = { start: 14, end: 26 };
  expect(tell([['not-in-the-source', {}]])).toContain('\n  number “150 million” is not in the source\n');
  expect(tell([['different', { reason: 'elsewhere', source }]])).toContain(
    '\n  number “150 million”: the source says “142 million”\n',
  );
  expect(tell([['different', { kind: 'polarity', reason: 'reversed', start: 6, end: 10 }]])).toContain(
    '\n  direction “fell”: the source says the opposite\n',
  );
});

test('prints no control characters of the source', () => {
  const source = { start: 0, end: 12 };
  const told = tell([['different', { reason: 'elsewhere', source }]], '\u001b[31m142\u0007m\u001b[0m');
  // oxlint-disable-next-line no-control-regex
  expect(told).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f]/u);
});
