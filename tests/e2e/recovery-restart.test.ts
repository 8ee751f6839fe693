import { describe, expect, test } from 'vitest';
import { sessionsPage } from './sessions-page.ts';
import { soon } from './soon.ts';
import { tellSession } from './tell-session.ts';
import { textOf } from './use-panel-bench.ts';
import { lastWords, useRecoveryBench } from './use-recovery-bench.ts';

const bench = useRecoveryBench();

describe('a server that restarts under an open tab', () => {
  test('after kill -9, restarts the summary and the panel shows it to its end', async () => {
    const { panel, away, back } = await bench.openEntry();
    await panel.summaryButton.click();
    await panel.growing.getByText('Part 5 of it.').waitFor();
    await bench.restart('SIGKILL', { away, back });
    await expect.poll(() => textOf(panel.shown), soon).toContain(lastWords);
    // The partial text of the first attempt is gone.
    expect((await panel.shown.innerText()).match(/Part 0 of it\./g)).toHaveLength(1);
  });

  test('after SIGTERM, answers the chat to its end, once', async () => {
    const { spaces, away, back, id } = await bench.openThread();
    await spaces.field.fill('Tell me');
    await spaces.field.press('Enter');
    await spaces.growing.getByText('Part 5 of it.').waitFor();
    await bench.restart('SIGTERM', { away, back });
    await expect.poll(() => spaces.answers.allInnerTexts(), soon).toHaveLength(1);
    expect((await spaces.answers.innerText()).match(/Part 0 of it\./g)).toHaveLength(1);
    const { items } = await bench.client().threads.messages(id);
    expect(items.map(({ role }) => role)).toEqual(['user', 'assistant']);
  });

  test('resumes the Reader’s lists and the Sessions stream automatically', async () => {
    const { page, reader, away } = await bench.openEntry();
    const beside = await bench.openBeside(page);
    const sessions = sessionsPage(beside.page, bench.url());
    const { prompt } = tellSession(bench.precis().url);
    await prompt({ contentSessionId: 'oc_1', project: 'harbour', prompt: 'Before the restart' });
    await sessions.open();
    await sessions.turn('Before the restart').waitFor();
    await bench.precis().halt('SIGKILL');
    await Promise.all([away.waitFor(soon), beside.away.waitFor(soon)]);
    await bench.precis().resume();
    await bench.client().reader.entries.add({ kind: 'text', title: 'After the restart', text: 'Some text.' });
    await prompt({ contentSessionId: 'oc_1', project: 'harbour', prompt: 'While it was away' });
    await Promise.all([
      reader.row('After the restart').waitFor(soon),
      sessions.turn('While it was away').waitFor(soon),
    ]);
    await prompt({ contentSessionId: 'oc_1', project: 'harbour', prompt: 'And live again' });
    await expect.poll(() => sessions.turn('And live again').count(), soon).toBe(1);
  });

  test('with renamed screens leaves no white page, reloads once, and offers to do so again', async () => {
    const { page } = await bench.openEntry();
    const asset = /\/assets\/runs-screen-.*\.js$/;
    let loads = 0;
    page.on('load', () => {
      loads += 1;
    });
    // A newer version answers a request for a file of an older version like this.
    await page.route(asset, (route) =>
      route.fulfill({ status: 404, contentType: 'application/problem+json', body: '{}' }),
    );
    await page.getByRole('link', { name: 'Runs & Issues' }).click();
    await expect.poll(() => loads, soon).toBe(1);
    await page.getByText('This screen could not be loaded.').waitFor(soon);
    await page.unroute(asset);
    await page.getByRole('button', { name: 'Reload the page' }).click();
    await page.getByRole('tab', { name: 'Runs' }).waitFor(soon);
    await expect.poll(() => loads, soon).toBe(2);
  });
});
