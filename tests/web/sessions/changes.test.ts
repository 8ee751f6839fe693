import { describe, expect, inject, test } from 'vitest';
import { page } from 'vitest/browser';
import { sessionContextSchema } from '#schema/sessions/sessions-wire.ts';
import { findFaint, findViolations } from '../find-violations.ts';
import { openApp } from '../open-app.ts';
import { makeSession, screen, sessionsOf } from './session-answers.ts';

/** Makes a session that reads, edits and creates files, and runs two commands, of which the second fails. */
const work = () =>
  makeSession(1, 'harbour-api')
    .prompt('Make tokens last an hour')
    .call({ tool: 'read', input: { filePath: '/home/ada/work/src/login.ts' } })
    .call({
      tool: 'edit',
      input: {
        filePath: 'src/auth/token.ts',
        oldString: 'const maxAge = 60;\nsign();',
        newString: 'const maxAgeMs = 3_600_000;\nsign();',
      },
    })
    .call({ tool: 'write', input: { filePath: 'src/auth/token.test.ts', content: "test('an hour');\n" } })
    .call({ tool: 'bash', input: { command: 'npm test' }, response: { output: '1 passed', exitCode: 0 } })
    .call({
      tool: 'bash',
      input: { command: 'npm run deploy' },
      response: { output: 'no access', exitCode: 1 },
    })
    .records.map((record) => (record.kind === 'observation' ? { ...record, cwd: '/home/ada/work' } : record));

describe('what a session changed', () => {
  test('is shown as files with their lines, and commands with their exit codes', async () => {
    const app = await openApp('/sessions/1', { sessions: sessionsOf(work()) });
    const { session } = screen;
    await session.getByRole('radio', { name: 'Changes' }).click({ force: true });
    await expect.poll(app.place).toBe('/sessions/1?view=changes');
    const folder = session
      .getByRole('region', { name: '2 files changed' })
      .getByRole('region', { name: 'src/auth', exact: true });
    const buttons = folder.getByRole('button');
    await expect
      .poll(() => buttons.elements().map(({ textContent }) => textContent))
      .toEqual([
        expect.stringMatching(/Changed\s*token\.ts/),
        expect.stringMatching(/Created\s*token\.test\.ts/),
      ]);
    await buttons.first().click();
    await expect.element(folder.css('del')).toMatchTextContent('const maxAge = 60;');
    await expect.element(folder.css('ins')).toMatchTextContent('const maxAgeMs = 3_600_000;');
    const commands = session.getByRole('region', { name: '2 commands' });
    await expect.element(commands).toMatchTextContent('1 failed');
    const failed = commands.getByRole('button', { name: /npm run deploy/ });
    await expect.element(failed).toMatchTextContent('exit 1');
    await failed.click();
    await expect.element(commands).toMatchTextContent('no access');
    await session.getByText('1 file read').click();
    await expect.element(session.getByText('src/login.ts', { exact: true })).toBeVisible();
    expect(await findViolations()).toEqual([]);
    expect(await findFaint(['dark'], {})).toEqual([]);
  });

  test('is also shown where a tool call is opened in the timeline', async () => {
    await openApp('/sessions', { sessions: sessionsOf(work()) });
    const call = screen.observations.filter({ hasText: 'edit' });
    await call.getByRole('button', { name: /token\.ts.*1 line added, 1 removed/ }).click();
    await expect
      .element(screen.observations.filter({ hasText: 'exit 1' }))
      .toMatchTextContent('npm run deploy');
    await expect
      .element(call.getByRole('group', { name: 'Input' }).css('ins'))
      .toMatchTextContent('maxAgeMs');
  });

  test('says that nothing was changed', async () => {
    const { records } = makeSession(1, 'harbour-api').prompt('Just a question');
    await openApp('/sessions/1?view=changes', { sessions: sessionsOf(records) });
    await expect.element(page.getByText('No changes recorded.')).toBeVisible();
  });

  test('fits on a phone', async () => {
    const phone = { width: 390, height: 844 };
    await openApp('/sessions/1?view=changes', { sessions: sessionsOf(work()) }, phone);
    await screen.session
      .getByRole('button', { name: /token\.ts/ })
      .first()
      .click();
    await expect.element(screen.session.css('ins').first()).toBeVisible();
    expect(document.documentElement.scrollWidth).toBe(390);
  });
});

describe('the context', () => {
  test('shows what takes how much of its budget, and the parts are the whole', async () => {
    const context = sessionContextSchema.parse(inject('recordedAnswers')['sessions.context']?.['']);
    const { tokens, budgetTokens, items } = context;
    await openApp('/sessions?project=harbour');
    await expect
      .element(
        screen.context.getByRole('img', {
          name: `Token budget: ${tokens} of ${budgetTokens.toLocaleString('en-GB')} used`,
        }),
      )
      .toBeVisible();
    const rows = screen.context
      .getByRole('listitem')
      .elements()
      .map((row) => (row as HTMLElement).innerText);
    const counts = rows.map((row) => Number(/([\d,]+) tokens?$/.exec(row)?.[1]?.replace(',', '')));
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(budgetTokens);
    expect(rows[0]).toMatch(/^Summaries\s*1\D/);
    expect(counts[0]).toBe(items.find(({ ref }) => ref.startsWith('S'))?.tokens);
  });
});
