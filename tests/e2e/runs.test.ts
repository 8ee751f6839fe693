import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import {
  type ScriptedModel,
  startScriptedModel,
} from '#tests/fixtures/scripted-model/start-scripted-model.ts';
import { openBrowser, type TestBrowser } from './open-browser.ts';
import { runsPage } from './runs-page.ts';
import { soon } from './soon.ts';
import { type RunningPrecis, startPrecis } from './start-precis.ts';
import { bridgeText } from './texts.ts';
import { useScriptedModel } from './use-model.ts';

let precis: RunningPrecis;
let model: ScriptedModel;
let browser: TestBrowser;

beforeAll(async () => {
  [precis, model, browser] = await Promise.all([startPrecis(), startScriptedModel(), openBrowser()]);
  await useScriptedModel(precis.client, model.baseUrl('openai'));
});
afterEach(() => browser.closePages());
afterAll(async () => {
  await browser?.close();
  await Promise.all([precis?.stop(), model?.close()]);
});

async function openRuns(search = '') {
  const { page, complaints } = await browser.open();
  const screen = runsPage(page, precis.url);
  await screen.open(search);
  return { page, complaints, screen };
}

/** A finished run, made without the browser. */
async function makeRun(title: string): Promise<void> {
  const { id } = await precis.client.summarize({ text: bridgeText, title });
  for await (const event of precis.client.runs.events(id)) if (event.type === 'run-end') return;
}

const refusal = { fault: { kind: 'status', status: 401, message: 'Wrong key' } } as const;

describe('runs and issues', () => {
  test('say what to do next when nothing has happened yet', async () => {
    const { page, screen, complaints } = await openRuns();
    await page.getByText('No runs yet.').waitFor();
    await screen.tab('Issues').click();
    await page.getByText('No issues.').waitFor();
    await screen.tab('Runs').click();
    await page.getByRole('link', { name: 'Go to the Reader' }).click();
    await page.getByRole('heading', { name: 'What do you want to read?' }).waitFor();
    expect(complaints).toEqual([]);
  });

  test('list runs as they happen', async () => {
    const { page, screen } = await openRuns();
    await page.getByText('No runs yet.').waitFor();
    model.script({ text: 'The bridge closes.', usage: { inputTokens: 1200, outputTokens: 300 } });
    await makeRun('A run that succeeds');
    const row = screen.row('A run that succeeds');
    await row.getByText('Succeeded').waitFor();
    expect(await row.innerText()).toContain('scripted-1');
    expect(await row.innerText()).toContain('1,500');
    expect(await row.innerText()).toContain('$0.0024');
  });

  test('show a failed run first among the issues, with a count on the rail', async () => {
    model.script(refusal);
    await makeRun('A run that fails');
    const { page, screen } = await openRuns();
    await page.getByRole('link', { name: /Runs & Issues\s*1 issue/ }).waitFor();
    await expect.poll(() => screen.tab('Issues').getAttribute('aria-selected'), soon).toBe('true');
    await screen.rows.first().getByRole('link').click();
    await screen.issuePanel.getByText('The provider rejected the API key.').waitFor();
    for (const words of ['Check the API key in the model profile.', 'Attempt 1 started'])
      await expect.poll(() => screen.issuePanel.innerText(), soon).toContain(words);
  });

  test('open a run with its details, and close it with Escape, back on its row', async () => {
    const { page, screen } = await openRuns('?tab=runs');
    const link = screen.row('A run that succeeds').getByRole('link');
    await link.focus();
    await page.keyboard.press('Enter');
    await screen.runPanel.getByText('The bridge closes.').waitFor();
    for (const words of [
      'summary.default, version',
      '1 of 1 parts read',
      '1,200 input tokens',
      'targetLanguage',
    ]) {
      await expect.poll(() => screen.runPanel.innerText(), soon).toContain(words);
    }
    await page.keyboard.press('Escape');
    await screen.runPanel.waitFor({ state: 'detached' });
    await expect
      .poll(() => page.evaluate('document.activeElement.textContent'), soon)
      .toBe('A run that succeeds');
  });

  test('show the template file and system prompt of a run, and its text on request', async () => {
    model.script({ text: 'The bridge closes, dryly.' });
    const systemPromptOverride = 'Write as a harbour master would.';
    const text = { text: bridgeText, title: 'A run with a prompt of its own' };
    const { id } = await precis.client.summarize({ ...text, systemPromptOverride });
    for await (const event of precis.client.runs.events(id)) if (event.type === 'run-end') break;
    const { run } = await precis.client.runs.get(id);
    const { screen } = await openRuns(`?tab=runs&run=${id}`);
    await screen.runPanel.getByText('The bridge closes, dryly.').waitFor();
    for (const words of ['Built in', run.provenance?.templates[0]?.hash.slice(0, 12) ?? '', 'shortWords']) {
      await expect.poll(() => screen.runPanel.innerText(), soon).toContain(words);
    }
    const told = await screen.runPanel.innerText();
    expect(told).not.toContain(systemPromptOverride);
    expect(told).not.toContain('Template changed');
    await screen.runPanel.getByText('Replaced for this run').click();
    await screen.runPanel.getByText(systemPromptOverride).waitFor();
  });

  test('retry a failed run as a new one', async () => {
    const { screen } = await openRuns('?tab=runs&status=failed');
    await screen.row('A run that fails').getByRole('link').click();
    await screen.runPanel.getByText('Check the API key in the model profile.').waitFor();
    model.script({ text: 'This time it went well.' });
    await screen.runPanel.getByRole('button', { name: 'Retry' }).click();
    await screen.runPanel.getByText('This time it went well.').waitFor();
    await expect.poll(() => screen.row('A run that fails').count(), soon).toBe(2);
  });

  test('show the recent events of a failed run on request', async () => {
    const { screen } = await openRuns('?tab=runs&status=failed');
    await screen.row('A run that fails').getByRole('link').click();
    await screen.runPanel.getByRole('button', { name: 'Show recent events' }).click();
    await expect.poll(() => screen.runPanel.getByText(/^Ended:/).count(), soon).toBe(1);
  });

  test('filter by status and say when there is none', async () => {
    const { page, screen } = await openRuns('?tab=runs');
    await screen.row('A run that succeeds').waitFor();
    await screen.filter.selectOption('failed');
    await expect.poll(() => screen.rows.count(), soon).toBe(1);
    await screen.filter.selectOption('queued');
    await page.getByText('No runs with status “Queued”.').waitFor();
    await page.getByRole('link', { name: 'Show all runs' }).click();
    await expect.poll(() => screen.rows.count(), soon).toBe(4);
  });

  test('cancel a run in progress', async () => {
    model.script({ chunks: ['Once ', 'upon '], fault: { kind: 'stall', afterChunks: 2 } });
    const { id } = await precis.client.summarize({ text: bridgeText, title: 'A run that hangs' });
    const { screen } = await openRuns(`?tab=runs&run=${id}`);
    await screen.runPanel.getByText('Running').waitFor();
    await screen.runPanel.getByRole('button', { name: 'Cancel' }).click();
    await screen.runPanel.getByText('Cancelled', { exact: true }).waitFor();
    expect(await screen.runPanel.getByRole('button', { name: 'Retry' }).isEnabled()).toBe(true);
  });

  test('link from an entry’s run to the entry', async () => {
    const { entries, summaries } = precis.client.reader;
    const entry = await entries.add({ kind: 'text', title: 'An entry that fails', text: bridgeText });
    model.script(refusal);
    const { id } = await summaries.start(entry.id);
    for await (const event of precis.client.runs.events(id)) if (event.type === 'run-end') break;
    const { page, screen } = await openRuns('?tab=issues');
    await screen.rows.first().getByRole('link').click();
    await screen.issuePanel.getByRole('heading', { level: 1, name: 'An entry that fails' }).waitFor(soon);
    expect(await screen.issuePanel.getByRole('link', { name: 'An entry that fails' }).count()).toBe(1);
    await screen.issuePanel.getByRole('link', { name: 'Open entry' }).click();
    const heading = page.getByRole('heading', { level: 1 }).last();
    await expect.poll(() => heading.innerText(), soon).toBe('An entry that fails');
  });

  test('load page by page', async () => {
    model.always({ text: 'One of many.' });
    await Promise.all(Array.from({ length: 52 }, (_, index) => makeRun(`Many ${index}`)));
    const { page, screen } = await openRuns('?tab=runs&status=succeeded');
    await expect.poll(() => screen.rows.count(), soon).toBe(50);
    await page.getByRole('button', { name: 'Show more' }).click();
    await expect.poll(() => screen.rows.count(), soon).toBe(55);
    expect(await page.getByRole('button', { name: 'Show more' }).count()).toBe(0);
  });

  test('say that a linked run no longer exists', async () => {
    const { screen } = await openRuns('?tab=runs&run=0199a6f0-0000-7000-8000-000000000001');
    await expect.poll(() => screen.runPanel.innerText(), soon).toContain('This run no longer exists.');
  });

  test('clear the issues after asking once', async () => {
    const { page } = await openRuns('?tab=issues');
    await page.getByRole('button', { name: 'Clear issues' }).click();
    await page.getByText('Delete all 3 issues?').waitFor();
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByText('No issues.').waitFor();
    expect((await precis.client.issues.list()).total).toBe(0);
  });
});
