import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { claudeCode } from './claude-code/client.ts';
import { clientDefinitions } from './clients.ts';
import { codex } from './codex/client.ts';

const events = [
  'SessionStart',
  'UserPromptSubmit',
  'PostToolUse',
  'PostToolUseFailure',
  'Stop',
  'SessionEnd',
];

describe('a payload', () => {
  test('of any content is read without a failure', () => {
    const keys = [
      'session_id',
      'cwd',
      'prompt',
      'tool_name',
      'tool_input',
      'tool_response',
      'turn_id',
      'source',
    ];
    const payloads = fc.dictionary(fc.constantFrom(...keys), fc.anything());
    fc.assert(
      fc.property(fc.constantFrom(...events, 'agent-turn-complete', 'Other'), payloads, (event, payload) => {
        for (const { read } of Object.values(clientDefinitions)) {
          const told = read(event, payload);
          expect('lost' in told || Array.isArray(told.events)).toBe(true);
        }
      }),
    );
  });

  test('of the memory’s own tools and of lists of tasks is not an observation', () => {
    for (const tool_name of ['TodoWrite', 'mcp__precis__search', 'mcp__plugin_precis_precis__get'])
      expect(claudeCode.read('PostToolUse', { session_id: 'a', tool_name })).toEqual({ events: [] });
    expect(codex.read('PostToolUse', { session_id: 'a', tool_name: 'update_plan' })).toEqual({ events: [] });
  });

  test('of a helper’s prompt is not a prompt of the user', () => {
    const payload = { session_id: 'a', agent_id: 'helper', prompt: 'look around' };
    expect(claudeCode.read('UserPromptSubmit', payload)).toEqual({ events: [] });
  });

  test('of an edit is without the copy of the whole file', () => {
    const told = claudeCode.read('PostToolUse', {
      session_id: 'a',
      tool_name: 'Edit',
      tool_response: { filePath: 'x.ts', originalFile: 'all of it' },
    });
    expect(told).toMatchObject({ events: [{ output: { filePath: 'x.ts' } }] });
    expect(JSON.stringify(told)).not.toContain('all of it');
  });

  test('of Codex’s notify is the prompt of the turn and its end, under the names that hooks use', () => {
    const told = codex.read('agent-turn-complete', {
      'thread-id': 'one',
      'turn-id': 't1',
      cwd: '/home/me/harbour',
      'input-messages': ['mend', 'the quay'],
      'last-assistant-message': 'done',
    });
    const hook = codex.read('UserPromptSubmit', { session_id: 'one', turn_id: 't1', prompt: 'mend' });
    expect(told).toMatchObject({
      events: [
        { kind: 'prompt', text: 'mend\n\nthe quay', eventId: 'codex:one:t1' },
        { kind: 'turn-end', reply: 'done', promptEventId: 'codex:one:t1' },
      ],
    });
    expect(hook).toMatchObject({ events: [{ eventId: 'codex:one:t1' }] });
  });
});
