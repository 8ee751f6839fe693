import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { stripContext, wrapContext } from './context-tag.ts';

describe('text given from memory', () => {
  test('is removed when it comes back, and nothing else', () => {
    expect(stripContext(`${wrapContext('what was done')}\nFix the login.`)).toBe('\nFix the login.');
    expect(stripContext('a < b and <opencode-mem> stays')).toBe('a < b and <opencode-mem> stays');
  });

  test('is removed when it was given twice, one inside the other', () => {
    const twice = wrapContext(`old ${wrapContext('older')} old`);
    expect(stripContext(`Before ${twice} after`)).toBe('Before \n after');
  });

  test('takes nobody’s own words along when half of its mark is missing', () => {
    expect(stripContext('<opencode-mem-context>\nFix the login.')).toBe('\nFix the login.');
    expect(stripContext('Fix the login.</OPENCODE-MEM-CONTEXT> Now.')).toBe('Fix the login.\n Now.');
  });

  test('leaves no mark behind, however marks are put together', () => {
    const pieces = [
      '<opencode-mem',
      '-context>',
      '</',
      wrapContext('x'),
      '<opencode-mem-context>',
      'a',
      '<',
      '>',
    ];
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 12 }), (parts) => {
        expect(stripContext(parts.join(''))).not.toMatch(/<\/?opencode-mem-context>/);
      }),
      { numRuns: 2000 },
    );
  });

  test('is found in linear time', () => {
    const startedAt = process.cpuUsage();
    stripContext('<opencode-mem-context>'.repeat(50_000));
    stripContext('</opencode-mem-context>'.repeat(50_000));
    stripContext('<opencode-mem-context '.repeat(50_000));
    expect(process.cpuUsage(startedAt).user / 1000).toBeLessThan(5000);
  });
});
