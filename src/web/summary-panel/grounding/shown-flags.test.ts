import { describe, expect, test } from 'vitest';
import type { GroundedSentence, GroundingFlag } from '#schema/runs/grounding.ts';
import { showSentences } from './findings.ts';

const text = 'Work is led by Hannah Brightwater of Northwind.';

function flag(detail: string, changes: Partial<GroundingFlag> = {}): GroundingFlag {
  const start = text.indexOf(detail);
  return { kind: 'name', reason: 'missing', start, end: start + detail.length, ...changes };
}

function shown(flags: GroundingFlag[], state: GroundedSentence['state'] = 'not-in-the-source'): string[] {
  const sentences = showSentences(
    { sentences: [{ start: 0, end: text.length, state, support: [], flags, details: [] }] },
    text,
  );
  return sentences.flatMap((sentence) => sentence.flags.map(({ start, end }) => text.slice(start, end)));
}

describe('the displayed flags', () => {
  test('omit words that are only new to the source', () => {
    expect(shown([flag('led', { kind: 'term' })], 'not-checked')).toEqual([]);
    expect(shown([flag('led', { kind: 'term' }), flag('Northwind')])).toEqual(['Northwind']);
  });

  test('show a missing name of several words once', () => {
    expect(shown([flag('Northwind'), flag('Brightwater'), flag('Hannah')])).toEqual([
      'Hannah Brightwater',
      'Northwind',
    ]);
  });

  test('keep neighbours apart that differ in kind, or that are each in the source', () => {
    expect(shown([flag('Hannah'), flag('Brightwater', { kind: 'role' })])).toHaveLength(2);
    const elsewhere = { reason: 'elsewhere' as const };
    expect(shown([flag('Hannah', elsewhere), flag('Brightwater', elsewhere)])).toHaveLength(2);
    expect(shown([flag('Hannah'), flag('Brightwater', elsewhere)])).toHaveLength(2);
  });
});
