import { expect, test } from 'vitest';
import { z } from 'zod';
import { parseObject } from './ask-object.ts';

const schema = z.object({ name: z.string(), lines: z.array(z.string()) });
const value = { name: 'if (a) { "b}" }', lines: ['One.', 'Two {2}.'] };

test.each([
  ['as it should be', JSON.stringify(value)],
  ['in a code fence', `\`\`\`json\n${JSON.stringify(value, null, 2)}\n\`\`\``],
  ['with words around it', `Here it is {as asked}: ${JSON.stringify(value)} I hope this helps.`],
  ['with further keys', JSON.stringify({ ...value, mood: 'good' })],
])('an object is read %s', (_, text) => {
  expect(parseObject(text, schema)).toEqual({ value });
});

test.each(['', 'No.', '{"name": ', '[1]', '"{}"', '}{', '{'.repeat(50_000)])(
  'an answer without an object has a problem',
  (text) => {
    expect(parseObject(text, schema)).toHaveProperty('problem');
  },
);

test('a problem names the keys that are missing or wrong', () => {
  expect(parseObject('{"name": 7, "other": 1}', schema)).toEqual({
    problem: 'these keys are missing or have no valid value: name, lines',
  });
});

test('keys that reach a prototype are not copied', () => {
  parseObject('{"__proto__":{"polluted":"yes"},"name":"a","lines":[]}', schema);
  expect(({} as Record<string, unknown>).polluted).toBeUndefined();
});
