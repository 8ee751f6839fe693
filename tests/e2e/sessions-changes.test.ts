import { describe, expect, test } from 'vitest';
import { darken, findViolations, untilLoaded } from './find-violations.ts';
import { soon } from './soon.ts';
import { login, useSessionsBench } from './use-sessions-bench.ts';

const bench = useSessionsBench();

/** A session that reads, edits and creates files, and runs two commands, the second of which fails. */
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
  test('is shown as files with their lines, and commands with their exit codes', async () => {
    const id = await tellWork();
    const { sessions, page, complaints } = await bench.open(`/sessions/${id}`);
    await sessions.session.getByRole('radio', { name: 'Changes' }).click();
    await expect.poll(() => new URL(page.url()).searchParams.get('view'), soon).toBe('changes');
    const files = sessions.session.getByRole('region', { name: '2 files changed' });
    const folder = files.getByRole('region', { name: 'src/auth', exact: true });
    await expect
      .poll(
        async () =>
          (await folder.getByRole('button').allInnerTexts()).map((line) => line.replace(/\s+/g, ' ')),
        soon,
      )
      .toEqual([
        expect.stringContaining('Changed token.ts'),
        expect.stringContaining('Created token.test.ts'),
      ]);
    await folder.getByRole('button', { name: 'token.ts', exact: false }).first().click();
    await expect
      .poll(() => folder.locator('del').allInnerTexts(), soon)
      .toEqual([expect.stringContaining('const maxAge = 60;')]);
    expect(await folder.locator('ins').allInnerTexts()).toEqual([
      expect.stringContaining('const maxAgeMs = 3_600_000;'),
    ]);
    const commands = sessions.session.getByRole('region', { name: '2 commands' });
    expect(await commands.innerText()).toContain('1 failed');
    const failed = commands.getByRole('button', { name: 'npm run deploy' });
    expect(await failed.innerText()).toContain('exit 1');
    await failed.click();
    await commands.getByText('no access').waitFor(soon);
    await sessions.session.getByText('1 file read').click();
    await sessions.session.getByText('src/login.ts', { exact: true }).waitFor();
    expect(complaints).toEqual([]);
    await untilLoaded(page);
    expect(await findViolations(page)).toEqual([]);
    await darken(page);
    expect(await findViolations(page)).toEqual([]);
  });

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
    // A refetch brings the whole record, which is then shown anew.
    await expect
      .poll(async () => {
        if ((await more.count()) > 0) await more.click({ timeout: 1000 }).catch(() => undefined);
        return row.getByText('The end.').count();
      }, soon)
      .toBe(1);
  });

  test('is also shown where a tool call is opened in the timeline', async () => {
    await tellWork();
    const { sessions } = await bench.open();
    const call = sessions.observations.filter({ hasText: 'edit' });
    await call.getByRole('button', { name: /token\.ts 1 line added, 1 removed/ }).click(soon);
    await sessions.observations.filter({ hasText: 'exit 1' }).getByText('npm run deploy').waitFor(soon);
    const added = call.getByRole('group', { name: 'Input' }).locator('ins');
    await expect.poll(() => added.allInnerTexts(), soon).toEqual([expect.stringContaining('maxAgeMs')]);
  });

  test('says that nothing was changed', async () => {
    const { sessionDbId } = await bench.tell().prompt({ ...login, prompt: 'Just a question' });
    const { page } = await bench.open(`/sessions/${sessionDbId}?view=changes`);
    await expect.poll(() => page.getByText('No changes recorded.').count(), soon).toBe(1);
  });

  test('fits on a phone', async () => {
    const id = await tellWork();
    const narrow = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };
    const { sessions, page } = await bench.open(`/sessions/${id}?view=changes`, narrow);
    await sessions.session.getByRole('button', { name: 'token.ts' }).first().click(soon);
    await sessions.session.locator('ins').first().waitFor(soon);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
  });
});

describe('the context', () => {
  test('shows what takes how much of its budget, and the parts are the whole', async () => {
    await bench.tellLogin();
    const { sessions } = await bench.open('/sessions?project=harbour-api');
    const { tokens, budgetTokens, items } = await bench.client().sessions.context({ project: 'harbour-api' });
    await sessions.context
      .getByRole('img', { name: `Token budget: ${tokens} of ${budgetTokens.toLocaleString('en-GB')} used` })
      .waitFor(soon);
    const rows = await sessions.context.getByRole('listitem').allInnerTexts();
    const counts = rows.map((row) => Number(/([\d,]+) tokens?$/.exec(row)?.[1]?.replace(',', '')));
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(budgetTokens);
    expect(rows[0]).toMatch(/^Summaries 1\s/);
    expect(counts[0]).toBe(items.find(({ ref }) => ref.startsWith('S'))?.tokens);
  });
});
