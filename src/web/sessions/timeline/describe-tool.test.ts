import { describe, expect, test } from 'vitest';
import { describeInput, layOut } from './open-observation.tsx';

describe('a tool’s input', () => {
  test('is described by its most informative field', () => {
    expect(describeInput('{"limit":20,"filePath":"src/auth.ts"}')).toBe('src/auth.ts');
    expect(describeInput('{"command":"npm test\\n  -- --run","description":"Runs"}')).toBe(
      'npm test -- --run',
    );
  });

  test('is shown unchanged if nothing is more informative, or if it is truncated', () => {
    expect(describeInput('{"todos":[1]}')).toBe('{"todos":[1]}');
    expect(describeInput('{"filePath":"src/au')).toBe('{"filePath":"src/au');
    expect(describeInput('plain\n\ttext')).toBe('plain text');
    expect(describeInput('')).toBe('');
  });

  test('takes one line, however long it is, and never splits a character', () => {
    const line = describeInput(`${'a'.repeat(239)}😀${'b'.repeat(100_000)}`);
    expect(line).toBe('a'.repeat(239));
  });

  test('is indented if it is JSON, and unchanged otherwise', () => {
    expect(layOut('{"a":1}')).toBe('{\n  "a": 1\n}');
    expect(layOut('{broken')).toBe('{broken');
    expect(layOut('[1]')).toBe('[1]');
  });
});
