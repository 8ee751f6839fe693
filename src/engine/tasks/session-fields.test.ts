import { describe, expect, test } from 'vitest';
import { groundFields, parseFields, presentFields } from './session-fields.ts';

const fields = {
  request: 'Why does the login fail?',
  investigated: '',
  learned: 'The token expires. It is short.',
  completed: 'Done.',
  next_steps: '',
  notes: null,
};

describe('an answer of six fields', () => {
  test.each([
    ['as it should be', JSON.stringify(fields)],
    ['in a code fence', `\`\`\`json\n${JSON.stringify(fields, null, 2)}\n\`\`\``],
    ['after an object that is none', `{"a": 1} {not json} ${JSON.stringify(fields)}`],
    ['with further keys', JSON.stringify({ ...fields, mood: 'good' })],
    ['with braces and quotes in its words', JSON.stringify({ ...fields, completed: 'Done.' })],
  ])('is read %s', (_, text) => {
    expect(parseFields(text)).toEqual(fields);
  });

  test('may have lists for text, null for nothing, and no notes', () => {
    const { notes: _, ...rest } = fields;
    const text = JSON.stringify({ ...rest, investigated: null, learned: ['One.', 'Two.'] });
    expect(parseFields(text)).toEqual({ ...fields, learned: 'One.\nTwo.' });
    expect(parseFields(JSON.stringify({ ...fields, completed: 'if (a) { "b}" }' }))).toMatchObject({
      completed: 'if (a) { "b}" }',
    });
  });

  test.each(['', 'No.', '{"request": ', '[1]', '"{}"', '{'.repeat(50_000), JSON.stringify('x'.repeat(10))])(
    'is not found where there is none',
    (text) => {
      expect(parseFields(text)).toHaveProperty('problem');
    },
  );

  test('names the keys that are missing', () => {
    const { next_steps: _, ...rest } = fields;
    expect(parseFields(JSON.stringify({ ...rest, request: 7 }))).toEqual({
      problem: 'these keys are missing or no strings: request, next_steps',
    });
  });

  test('loses what is marked as private', () => {
    const text = JSON.stringify({ ...fields, request: 'A <private>b</private> c', notes: '<private>d' });
    expect(parseFields(text)).toMatchObject({ request: 'A  c', notes: null });
  });
});

test('a check of the whole text is taken apart by fields, without places in a source that is not kept', () => {
  const text = presentFields(fields);
  expect(text).toBe('Why does the login fail?\n\nThe token expires. It is short.\n\nDone.');
  const sentence = (of: string, state: 'supported' | 'not-found') => {
    const start = text.indexOf(of);
    const place = { start, end: start + of.length };
    return { ...place, state, support: [{ start: 0, end: 1 }], flags: [] };
  };
  const flag = { kind: 'term' as const, reason: 'missing' as const, start: 48, end: 53 };
  const source = { start: 3, end: 9 };
  const grounding = {
    sentences: [
      sentence('Why does the login fail?', 'supported'),
      sentence('The token expires.', 'supported'),
      { ...sentence('It is short.', 'not-found'), flags: [{ ...flag, source }] },
      sentence('Done.', 'supported'),
    ],
  };
  expect(groundFields(fields, grounding)).toEqual({
    request: { sentences: [{ start: 0, end: 24, state: 'supported', support: [], flags: [] }] },
    learned: {
      sentences: [
        { start: 0, end: 18, state: 'supported', support: [], flags: [] },
        {
          start: 19,
          end: 31,
          state: 'not-found',
          support: [],
          flags: [{ ...flag, start: 22, end: 27 }],
        },
      ],
    },
    completed: { sentences: [{ start: 0, end: 5, state: 'supported', support: [], flags: [] }] },
  });
  expect(groundFields(fields, null)).toBeNull();
});
