import { beforeEach, describe, expect, test } from 'vitest';
import { fixesQuerySchema } from '#schema/sessions/fixes-wire.ts';
import { type OpenSessions, openSessions } from '#tests/fixtures/open-sessions.ts';
import { findErrorLine, renderFixes } from './find-fixes.ts';

let open: OpenSessions;

beforeEach(() => {
  open = openSessions();
});

async function use(tool_name: string, tool_input: unknown, tool_response: unknown = 'ok', session = 'oc_1') {
  open.clock.at += 1000;
  await open.sessions.observe({ contentSessionId: session, tool_name, tool_input, tool_response });
}

async function fixes(query: Record<string, unknown>) {
  return (await open.sessions.fixes(fixesQuerySchema.parse(query))).items;
}

const test1 = { command: 'npm test' };
const failure = { output: 'login.test.ts\nError: the token expired at once', exitCode: 1 };

describe('a command that failed', () => {
  test('is found with what made it succeed later in the session', async () => {
    await open.sessions.init({ contentSessionId: 'oc_1', project: 'web', prompt: 'Fix the login' });
    await use('bash', test1, failure);
    await use('read', { filePath: 'src/token.ts' });
    await use('edit', { filePath: 'src/token.ts', oldString: 'a', newString: 'b' });
    await use('bash', test1, failure);
    await use('bash', { command: 'npm i jose' }, { output: 'added 1 package', exitCode: 0 });
    await use('bash', test1, { output: '1 passed', exitCode: 0 });
    await use('edit', { filePath: 'README.md', oldString: 'a', newString: 'b' });
    const [fix, ...others] = await fixes({ query: 'How did we fix the expired token?', project: 'web' });
    expect(others).toEqual([]);
    expect(fix).toMatchObject({
      project: 'web',
      command: 'npm test',
      failed: { exitCode: 1 },
      error: 'Error: the token expired at once',
      succeeded: { exitCode: 0 },
      commands: ['npm i jose'],
    });
    expect(fix?.files).toEqual(['src/token.ts']);
    expect(await fixes({ query: 'expired token', project: 'api' })).toEqual([]);
    const text = renderFixes({ items: fix === undefined ? [] : [fix] });
    expect(text).toMatch(
      /\nO\d+ 2026-01-31 \[web\] npm test \(exit 1\): Error: the token .* → fixed: O\d+ \(exit 0\)/,
    );
  });

  test('and was not fixed says so, after those that were', async () => {
    await use('bash', { command: 'make a' }, { output: 'error: rhubarb', exitCode: 2 }, 'oc_2');
    await use('bash', { command: 'make b' }, { output: 'error: rhubarb', exitCode: 2 }, 'oc_3');
    await use('bash', { command: 'make b' }, { output: 'done', exitCode: 0 }, 'oc_3');
    const found = await fixes({ query: 'rhubarb' });
    expect(found.map(({ command, succeeded }) => [command, succeeded !== null])).toEqual([
      ['make b', true],
      ['make a', false],
    ]);
    expect(await fixes({})).toHaveLength(2);
    expect(renderFixes({ items: found })).toContain('not fixed in that session');
    expect(renderFixes({ items: [] })).toBe('No failed command matches.');
  });

  test('is known by its output where there is no exit code', async () => {
    await use('bash', { command: 'cargo build' }, 'error[E0308]: mismatched types', 'oc_4');
    await use('bash', { command: 'cargo build' }, 'Finished, 0 errors', 'oc_4');
    expect(await fixes({ query: 'mismatched types' })).toMatchObject([
      { failed: { exitCode: null }, succeeded: { exitCode: null } },
    ]);
  });
});

test.each([
  ['ok', ''],
  ['12 passed, 0 failed', ''],
  ['no errors', ''],
  ['a\nTypeError: x is not a function\nb', 'TypeError: x is not a function'],
  ['a\nFAIL src/a.test.ts\nb', 'FAIL src/a.test.ts'],
  ['{"stderr":"fatal: not a repository","stdout":""}', 'fatal: not a repository'],
  ['{"broken', ''],
])('the error of %j', (output, error) => {
  expect(findErrorLine(output)).toBe(error);
});
