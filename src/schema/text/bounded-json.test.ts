import { describe, expect, test } from 'vitest';
import { AppError } from '#schema/app-error.ts';
import { parseBoundedJson } from './bounded-json.ts';

function refusalOf(text: string): string {
  try {
    parseBoundedJson(text);
  } catch (error) {
    if (error instanceof AppError) return error.message;
    throw error;
  }
  return 'none';
}

describe('JSON from outside', () => {
  test('is read as JSON.parse reads it', () => {
    const value = { a: [1, 'x"\\', { b: null }], 'c]"': '{[[', d: '\\"' };
    expect(parseBoundedJson(JSON.stringify(value))).toEqual(value);
  });

  test('may nest 200 levels and no deeper, whatever brackets its strings hold', () => {
    const nested = (depth: number) => `${'['.repeat(depth)}"${'[{\\"'.repeat(500)}"${']'.repeat(depth)}`;
    expect(refusalOf(nested(200))).toBe('none');
    expect(refusalOf(nested(201))).toContain('more than 200 levels deep');
    expect(refusalOf('['.repeat(16_000_000))).toContain('more than 200 levels deep');
    expect(refusalOf('{"a":'.repeat(5000))).toContain('more than 200 levels deep');
  });

  test('may hold 200,000 values and no more', () => {
    expect(refusalOf(`[${'0,'.repeat(199_000)}0]`)).toBe('none');
    expect(refusalOf(`[${'0,'.repeat(200_001)}0]`)).toContain('more than 200000');
    expect(refusalOf(`[${'[],'.repeat(150_000)}0]`)).toContain('more than 200000');
  });

  test('has strings as they will be stored', () => {
    expect(parseBoundedJson('{"a":"\\u0000","b":["x\\u0000y\\ud800"],"c":"\\ud83d\\ude00"}')).toEqual({
      a: '',
      b: ['xy\ufffd'],
      c: '😀',
    });
    expect(parseBoundedJson(String.raw`"\\u0000"`)).toBe(String.raw`\u0000`);
  });

  test.each(['', '{', '{"a":}', '"', '"\\', '"\\"', ']', 'nul'])('that is none (%s) is refused', (text) => {
    expect(refusalOf(text)).toBe('body: not valid JSON.');
  });

  test('keeps a field named __proto__ as a field', () => {
    const value = parseBoundedJson('{"__proto__":{"polluted":"\\u0000"}}') as object;
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
    expect(Object.hasOwn(value, '__proto__')).toBe(true);
  });
});
