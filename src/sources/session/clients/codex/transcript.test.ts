import { describe, expect, test } from 'vitest';
import type { RawEvent } from '#sources/session/transcripts/raw-event.ts';
import { createCodexHistoryReader, createCodexReader } from './transcript.ts';

const timestamp = '2026-03-01T10:00:00.000Z';
const at = Date.parse(timestamp);
const meta = { timestamp, type: 'session_meta', payload: { id: 's1', cwd: '/home/ada/harbour' } };
const item = (payload: object) => ({ timestamp, type: 'response_item', payload });
const turn = (turn_id: string) => ({ timestamp, type: 'turn_context', payload: { turn_id } });
const said = (role: string, text: string) =>
  item({
    type: 'message',
    role,
    content: [{ type: role === 'user' ? 'input_text' : 'output_text', text }],
  });

function read(...lines: unknown[]): RawEvent[] {
  const reader = createCodexReader();
  return lines.flatMap((line) => reader.read(line));
}

describe('a line of Codex', () => {
  test('is a prompt, a tool call with its result, or an answer, under the names that the hooks use', () => {
    const events = read(
      meta,
      turn('t1'),
      said('developer', 'Rules'),
      said('user', 'Fix the ferry.'),
      item({ type: 'function_call', name: 'shell', arguments: '{"command":["ls"]}', call_id: 'c1' }),
      item({ type: 'function_call_output', call_id: 'c1', output: '{"output":"a.ts","metadata":{}}' }),
      item({ type: 'custom_tool_call', name: 'apply_patch', input: '*** Begin', call_id: 'c2' }),
      item({ type: 'custom_tool_call_output', call_id: 'c2', output: [{ type: 'input_text', text: 'ok' }] }),
      said('assistant', 'Done.'),
    );
    const named = { contentSessionId: 's1', at, cwd: '/home/ada/harbour' };
    expect(events).toEqual([
      { kind: 'prompt', ...named, eventId: 'codex:s1:t1', text: 'Fix the ferry.' },
      {
        kind: 'tool',
        ...named,
        eventId: 'codex:s1:c1',
        tool: 'shell',
        input: { command: ['ls'] },
        output: 'a.ts',
      },
      {
        kind: 'tool',
        ...named,
        eventId: 'codex:s1:c2',
        tool: 'apply_patch',
        input: '*** Begin',
        output: 'ok',
      },
      { kind: 'answer', contentSessionId: 's1', at, messageId: '', text: 'Done.' },
    ]);
  });

  test('is no prompt where Codex wrote it in the user’s name', () => {
    const injected = [
      '<environment_context>\n<cwd>/</cwd>',
      '# AGENTS.md instructions for /work',
      '<user_instructions>x',
    ];
    expect(read(meta, ...injected.map((text) => said('user', text)))).toEqual([]);
  });

  test('has a number for its name where the turn has none', () => {
    const ids = read(meta, said('user', 'One'), said('user', 'Two')).map(
      (event) => 'eventId' in event && event.eventId,
    );
    expect(ids).toEqual(['codex:s1:prompt-1', 'codex:s1:prompt-2']);
  });

  test('of a subagent, or before the session has a name, says nothing', () => {
    const helper = { ...meta, payload: { id: 's2', source: { subagent: 'review' } } };
    expect(read(helper, said('user', 'Review it.'))).toEqual([]);
    expect(read(said('user', 'Hello'), null, 7, [], { type: 'response_item' })).toEqual([]);
  });

  test('of the older format is read too', () => {
    const first = { id: 's3', timestamp, instructions: null };
    const prompt = { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Hello' }] };
    expect(read(first, prompt)).toMatchObject([
      { kind: 'prompt', contentSessionId: 's3', at, text: 'Hello' },
    ]);
  });
});

test('the history has prompts by session, with times in seconds', () => {
  const reader = createCodexHistoryReader();
  const lines = [
    { session_id: 's1', ts: 1_770_000_000, text: 'One' },
    { session_id: 's1', ts: 'x', text: 'No' },
    null,
  ];
  expect(lines.flatMap((line) => reader.read(line))).toEqual([
    {
      kind: 'prompt',
      contentSessionId: 's1',
      at: 1_770_000_000_000,
      cwd: '',
      eventId: 'codex:s1:prompt-1',
      text: 'One',
    },
  ]);
});
