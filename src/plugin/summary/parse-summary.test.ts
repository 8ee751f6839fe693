import { describe, expect, test } from 'vitest';
import { fields, structured } from '#tests/fixtures/scripted-opencode.ts';
import { parseSummary } from './parse-summary.ts';
import type { Message } from './ports.ts';

function said(text: string, info: Partial<Message['info']> = {}): Message {
  return { info: { id: 'm', role: 'assistant', ...info }, parts: [{ type: 'text', text }] };
}

describe('a summary', () => {
  test('is read from structured output', () => {
    expect(parseSummary(structured())).toEqual(fields);
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
      expect(parseSummary(said(text, { error }))).toEqual(fields);
  });

  test('may have lists for texts, and fields left out', () => {
    const summary = parseSummary(structured({ request: 'r', completed: ['one', 'two'], notes: '' }));
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
    const summary = parseSummary(
      structured({
        ...fields,
        learned: `<private>SECRET</private>API_KEY=hunter2hunter2${'x'.repeat(50_000)}`,
      }),
    );
    expect(summary?.learned).not.toMatch(/SECRET|hunter2/);
    expect(summary?.learned.length).toBeLessThanOrEqual(16_000);
  });
});

describe('no summary', () => {
  test('is the prompt itself, which comes back with the role of the user when OpenCode ends', () => {
    expect(parseSummary(said(JSON.stringify(fields), { role: 'user' }))).toBeNull();
    expect(parseSummary({ ...structured(), info: { ...structured().info, role: 'user' } })).toBeNull();
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
    expect(parseSummary(message)).toBeNull();
  });
});
