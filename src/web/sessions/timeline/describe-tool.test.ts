import { describe, expect, test } from 'vitest';
import { describeInput, layOut } from './describe-tool.ts';

describe('what a tool was asked', () => {
  test('is told by its most telling field', () => {
    expect(describeInput('{"limit":20,"filePath":"src/auth.ts"}')).toBe('src/auth.ts');
    expect(describeInput('{"command":"npm test\\n  -- --run","description":"Runs"}')).toBe(
      'npm test -- --run',
    );
  });

  test('is told as it came where nothing tells more, or where it is cut off', () => {
    expect(describeInput('{"todos":[1]}')).toBe('{"todos":[1]}');
    expect(describeInput('{"filePath":"src/au')).toBe('{"filePath":"src/au');
    expect(describeInput('plain\n\ttext')).toBe('plain text');
    expect(describeInput('')).toBe('');
  });

  test('takes one line, however long it is, and no half of a character', () => {
    const line = describeInput(`${'a'.repeat(239)}😀${'b'.repeat(100_000)}`);
    expect(line).toBe('a'.repeat(239));
  });

  test('is laid out when it is JSON, and left alone when it is not', () => {
    expect(layOut('{"a":1}')).toBe('{\n  "a": 1\n}');
    expect(layOut('{broken')).toBe('{broken');
    expect(layOut('[1]')).toBe('[1]');
  });
});
