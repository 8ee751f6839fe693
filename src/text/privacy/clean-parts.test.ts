import { describe, expect, test } from 'vitest';
import { cleanPrompt, cleanText, cleanValue } from './clean-parts.ts';

describe('a text that leaves', () => {
  test('has no private part and no key, and says how much was cut', () => {
    const text = `a <private>SECRET</private> API_KEY=hunter2hunter2 ${'x'.repeat(5000)}`;
    const clean = cleanText(text, { maxChars: 200 });
    expect(clean).not.toMatch(/SECRET|hunter2/);
    expect(clean).toHaveLength(200);
    expect(clean).toContain(`${text.length} characters in all`);
  });

  test('hides a private part whose end lies beyond what is read', () => {
    const text = `before <private>${'SECRET '.repeat(300_000)}</private> after`;
    expect(cleanText(text, { maxChars: 10_000 })).toBe('before ');
  });

  test('has nothing in it that was said in private elsewhere', () => {
    const hidden = ['blue lagoon', 'hunter2'];
    expect(cleanText('to the blue lagoon with hunter2', { maxChars: 100, hidden })).toBe(
      'to the [private] with [private]',
    );
    expect(cleanValue({ hunter2: ['echo hunter2'] }, { maxChars: 100, hidden })).toEqual({
      '[private]': ['echo [private]'],
    });
  });

  test('is not cut inside a character', () => {
    expect(cleanText('😀'.repeat(500), { maxChars: 101 }).isWellFormed()).toBe(true);
  });
});

test('a wholly private prompt leaves only an empty tag', () => {
  expect(cleanPrompt('<private>the blue lagoon</private> !', [])).toBe('<private></private>');
  expect(cleanPrompt('sail <private>to the blue lagoon</private> now', [])).toBe('sail  now');
});

describe('a value that leaves', () => {
  test('is cleaned in every place, keys too, and by the names of its properties', () => {
    const value = {
      command: 'deploy --token abcdef123456',
      env: { password: 'letmein', list: ['<PRIVATE>SECRET</PRIVATE>', { deep: 'postgres://a:pass@db' }] },
      '<private>SECRET</private>name': 1,
    };
    const text = JSON.stringify(cleanValue(value, { maxChars: 8000 }));
    expect(text).not.toMatch(/SECRET|letmein|abcdef123456|:pass@/);
    expect(JSON.parse(text)).toMatchObject({ env: { password: '[masked]' }, name: 1 });
  });

  test('hides the lines of a private part that begins in another string', () => {
    const patch = { lines: ['+<private>', '+SECRET', '+</private>', '+public'], at: 3 };
    expect(cleanValue(patch, { maxChars: 8000 })).toEqual({ lines: ['+', '', '', '+public'], at: 3 });
  });

  test('stays within its bound, however deep, long or circular it is', () => {
    const circular: Record<string, unknown> = { text: 'y'.repeat(100_000) };
    circular.self = circular;
    expect(JSON.stringify(cleanValue(circular, { maxChars: 8000 })).length).toBeLessThan(8200);
    expect(
      JSON.stringify(cleanValue(Array(10_000).fill('z'.repeat(100)), { maxChars: 2000 })).length,
    ).toBeLessThan(2200);
    expect(cleanValue(undefined, { maxChars: 100 })).toBeUndefined();
  });
});
