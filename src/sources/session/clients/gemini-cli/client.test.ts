import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { RawEvent } from '#sources/session/transcripts/raw-event.ts';
import { geminiCli } from './client.ts';

/** A transcript written by Gemini CLI 0.61.0. */
const recorded = readFileSync(
  join(import.meta.dirname, '../../../../../tests/fixtures/transcripts/gemini-cli.jsonl'),
  'utf8',
);

function read(...lines: unknown[]): RawEvent[] {
  const reader = geminiCli.transcripts.createReader();
  return lines.flatMap((line) => reader.read(line));
}

const session = { sessionId: 's1', projectHash: 'x', kind: 'main' };
const timestamp = '2026-03-01T10:00:00.000Z';

describe('a transcript of Gemini CLI', () => {
  test('is a prompt without the context of the hook, a tool call and an answer, each once', () => {
    const lines = recorded
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    const contentSessionId = '10e08082-dc1a-4fb5-87bc-4070bdea5c32';
    expect(read(...lines)).toMatchObject([
      {
        kind: 'prompt',
        contentSessionId,
        cwd: '/home/me/harbour',
        text: 'use a tool to mend the quay',
        eventId: `gemini-cli:${contentSessionId}:c0fa24b1-0608-483e-901e-935bd0bd2822`,
      },
      {
        kind: 'tool',
        tool: 'run_shell_command',
        input: { command: 'echo API_KEY=hunter2hunter2 && echo the bollards are rotten' },
        output: expect.stringContaining('the bollards are rotten'),
      },
      { kind: 'answer', text: 'Done as asked: use a tool to mend the quay' },
    ]);
  });

  test('has what the user typed, without the files that it names', () => {
    const content = [{ text: 'mend @quay.ts\n--- Content from referenced files ---\nall of it' }];
    const typed = { id: 'b', timestamp, type: 'user', content, displayContent: [{ text: 'mend @quay.ts' }] };
    const older = { id: 'c', timestamp, type: 'user', content };
    expect(read(session, typed, older)).toMatchObject([{ text: 'mend @quay.ts' }, { text: 'mend @quay.ts' }]);
  });

  test('of a subagent, and lists of tasks, say nothing', () => {
    const prompt = { id: 'a', timestamp, type: 'user', content: 'look around' };
    const toolCalls = [{ id: 't', name: 'write_todos', args: {}, result: [] }];
    expect(read({ ...session, kind: 'subagent' }, prompt)).toEqual([]);
    expect(read(session, { id: 'b', timestamp, type: 'gemini', content: '', toolCalls })).toEqual([]);
  });

  test('of any content is read without a failure', () => {
    for (const line of [
      null,
      7,
      [],
      { id: 'a', type: 'gemini', toolCalls: [null, { id: 'x' }] },
      { $set: 1 },
    ])
      expect(read(session, line)).toEqual([]);
  });

  test('tells what the user marked as private', () => {
    const line = {
      type: 'user',
      content: [{ text: 'use <private>hunter2</private>' }, { functionResponse: {} }],
    };
    expect(geminiCli.transcripts.userTexts(line)).toEqual(['use <private>hunter2</private>']);
    expect(geminiCli.transcripts.userTexts({ type: 'gemini', content: 'hunter2' })).toEqual([]);
  });
});

describe('a hook of Gemini CLI', () => {
  const call = { session_id: 's1', cwd: '/a', timestamp, tool_name: 'read_file', tool_input: { path: 'a' } };

  test('names a call by its moment and input, and tells how it failed', () => {
    const [one, again, other] = [call, call, { ...call, tool_input: { path: 'b' } }].map((payload) =>
      geminiCli.read('AfterTool', { ...payload, tool_response: { llmContent: 'x' } }),
    );
    expect(one).toEqual(again);
    expect(one).toMatchObject({ events: [{ output: 'x', promptEventId: null }] });
    expect(one).not.toEqual(other);
    const error = { message: 'no such file', type: 'x' };
    expect(geminiCli.read('AfterTool', { ...call, tool_response: { llmContent: 'x', error } })).toMatchObject(
      {
        events: [{ output: { error: 'no such file' } }],
      },
    );
  });

  test('that is not installed is ignored', () => {
    expect(geminiCli.read('PreCompress', { session_id: 's1', trigger: 'auto' })).toEqual({ events: [] });
  });
});

test('a command of Gemini CLI is quoted for the shell that runs it', () => {
  const call = {
    kind: 'tool',
    seconds: 5,
    command: ['/a b/node', 'hook'],
    url: '',
    hasToken: false,
  } as const;
  const commandOf = (isWindows: boolean) => geminiCli.hooks.handlerOf({ ...call, isWindows }).command;
  expect([false, true].map(commandOf)).toEqual(["'/a b/node' hook", '& "/a b/node" hook']);
});
