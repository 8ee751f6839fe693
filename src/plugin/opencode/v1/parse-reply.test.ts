import { describe, expect, test } from 'vitest';
import { cleanSummary } from '#plugin/summary/parse-summary.ts';
import { fields, structured } from '#tests/fixtures/scripted-opencode.ts';
import type { Reply } from './ports.ts';
import { parseReply } from './serve.ts';

function said(text: string, info: Partial<Reply['info']> = {}): Reply {
  return { info: { id: 'm', role: 'assistant', ...info }, parts: [{ type: 'text', text }] };
}

describe('a summary', () => {
  test('is read from structured output', () => {
    expect(parseReply(structured())).toEqual(fields);
  });

  test('is read from JSON in the text where the model has no structured output', () => {
    const error = { name: 'StructuredOutputError' };
    const json = JSON.stringify(fields);
    for (const text of [
      json,
      `Here:
\`\`\`json
${json}
\`\`\`
That is all.`,
    ])
      expect(parseReply(said(text, { error }))).toEqual(fields);
  });

  test('may have lists for texts, and fields left out', () => {
    const summary = parseReply(structured({ request: 'r', completed: ['one', 'two'], notes: '' }));
    expect(summary).toEqual({
      request: 'r',
      investigated: '',
      learned: '',
      completed: '- one\n- two',
      next_steps: '',
      notes: null,
    });
  });

  test('has no private part, no key and no endless field', () => {
    const summary = cleanSummary(
      {
        ...fields,
        learned: `<private>SECRET</private>blue lagoon API_KEY=hunter2hunter2${'x'.repeat(50_000)}`,
      },
      ['blue lagoon'],
    );
    expect(summary.learned).not.toMatch(/SECRET|hunter2|lagoon/);
    expect(summary.learned.length).toBeLessThanOrEqual(16_000);
  });
});

describe('no summary', () => {
  test('is the prompt itself, which comes back with the role of the user when OpenCode ends', () => {
    expect(parseReply(said(JSON.stringify(fields), { role: 'user' }))).toBeNull();
    expect(parseReply({ ...structured(), info: { ...structured().info, role: 'user' } })).toBeNull();
  });

  test.each([
    ['an aborted answer', said(JSON.stringify(fields), { error: { name: 'MessageAbortedError' } })],
    ['an empty answer', { info: { id: 'm', role: 'assistant' }, parts: [] }],
    ['prose', said('I have repaired the bridge.')],
    ['broken JSON', said('{"request": "x", ')],
    ['a list', structured([fields])],
    ['fields without content', structured({ request: 'x', completed: '  ' })],
    ['fields of wrong types', structured({ request: 1, completed: {} })],
  ])('is %s', (_, message) => {
    expect(parseReply(message)).toBeNull();
  });
});
