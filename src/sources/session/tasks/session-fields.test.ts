import { describe, expect, test } from 'vitest';
import { groundFields, presentFields, sessionAnswerSchema } from '#schema/sessions/session.ts';
import { cleanFields } from './session-summary.ts';

const fields = {
  request: 'Why does the login fail?',
  investigated: '',
  learned: 'The token expires. It is short.',
  completed: 'Done.',
  next_steps: '',
  notes: null,
};

describe('the six fields', () => {
  test('may come with lists for text, null for nothing, and no notes', () => {
    const { notes: _, ...rest } = fields;
    const answer = sessionAnswerSchema.parse({ ...rest, investigated: null, learned: ['One.', 'Two.'] });
    expect(cleanFields(answer)).toEqual({ ...fields, learned: 'One.\nTwo.' });
  });

  test('lose what is marked as private', () => {
    const answer = { ...fields, request: 'A <private>b</private> c', notes: '<private>d' };
    expect(cleanFields(sessionAnswerSchema.parse(answer))).toMatchObject({ request: 'A  c', notes: null });
  });
});

test('a check of the whole text is taken apart by fields, without places in a source that is not kept', () => {
  const text = presentFields(fields);
  expect(text).toBe('Why does the login fail?\n\nThe token expires. It is short.\n\nDone.');
  const sentence = (of: string, state: 'quoted' | 'not-in-the-source') => {
    const start = text.indexOf(of);
    const place = { start, end: start + of.length };
    return { ...place, state, support: [{ start: 0, end: 1 }], flags: [], details: [] };
  };
  const flag = { kind: 'term' as const, reason: 'missing' as const, start: 48, end: 53 };
  const source = { start: 3, end: 9 };
  const grounding = {
    sentences: [
      sentence('Why does the login fail?', 'quoted'),
      sentence('The token expires.', 'quoted'),
      {
        ...sentence('It is short.', 'not-in-the-source'),
        flags: [{ ...flag, source }],
        details: [{ kind: 'number' as const, verdict: 'found' as const, start: 48, end: 53, source }],
      },
      sentence('Done.', 'quoted'),
    ],
  };
  expect(groundFields(fields, grounding)).toEqual({
    request: { sentences: [{ start: 0, end: 24, state: 'quoted', support: [], flags: [], details: [] }] },
    learned: {
      sentences: [
        { start: 0, end: 18, state: 'quoted', support: [], flags: [], details: [] },
        {
          start: 19,
          end: 31,
          state: 'not-in-the-source',
          support: [],
          flags: [{ ...flag, start: 22, end: 27 }],
          details: [{ kind: 'number', verdict: 'found', start: 22, end: 27 }],
        },
      ],
    },
    completed: { sentences: [{ start: 0, end: 5, state: 'quoted', support: [], flags: [], details: [] }] },
  });
  expect(groundFields(fields, null)).toBeNull();
});
