import { describe, expect, test } from 'vitest';
import { soon } from './soon.ts';
import { login, useSessionsBench } from './use-sessions-bench.ts';

const bench = useSessionsBench();

/** Records a session that reads, edits and creates files, and runs two commands, of which the second fails. */
async function tellWork(): Promise<number> {
  const { prompt, observe } = bench.tell();
  const { sessionDbId } = await prompt({ ...login, prompt: 'Make tokens last an hour' });
  const use = (tool_name: string, tool_input: unknown, tool_response: unknown = 'ok') =>
    observe({ ...login, tool_name, tool_input, tool_response });
  await use('read', { filePath: '/home/ada/work/src/login.ts' });
  await use('edit', {
    filePath: '/home/ada/work/src/auth/token.ts',
    oldString: 'const maxAge = 60;\nsign();',
    newString: 'const maxAgeMs = 3_600_000;\nsign();',
  });
  await use('write', { filePath: 'src/auth/token.test.ts', content: "test('lasts an hour');\n" });
  await use('bash', { command: 'npm test' }, { output: '1 passed', exitCode: 0 });
  await use('bash', { command: 'npm run deploy' }, { output: 'no access', exitCode: 1 });
  return sessionDbId;
}

describe('what a session changed', () => {
  test('grows while the session is running, also by edits too long for an event', async () => {
    const id = await tellWork();
    const { sessions } = await bench.open(`/sessions/${id}?view=changes`);
    await sessions.session.getByRole('region', { name: '2 files changed' }).waitFor(soon);
    await bench.tell().observe({
      ...login,
      tool_name: 'write',
      tool_input: { filePath: 'README.md', content: `${'A long line of text.\n'.repeat(100)}The end.\n` },
      tool_response: 'ok',
    });
    const row = sessions.session.locator('[data-file="README.md"]');
    await row.getByRole('button').click(soon);
    const more = row.getByRole('button', { name: /Show \d+ more lines/ });
    // When the whole record arrives, the row is rendered again, and the click may be needed again.
    await expect
      .poll(async () => {
        if ((await more.count()) > 0) await more.click({ timeout: 1000 }).catch(() => undefined);
        return row.getByText('The end.').count();
      }, soon)
      .toBe(1);
  });
});
