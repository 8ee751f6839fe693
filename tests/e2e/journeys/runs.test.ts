import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import {
  type ScriptedModel,
  startScriptedModel,
} from '#tests/fixtures/scripted-model/start-scripted-model.ts';
import { openBrowser, type TestBrowser } from '../open-browser.ts';
import { runsPage } from '../runs-page.ts';
import { soon } from '../soon.ts';
import { type RunningPrecis, startPrecis } from '../start-precis.ts';
import { bridgeText } from '../texts.ts';
import { useScriptedModel } from '../use-model.ts';

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

/** Makes a finished run without the browser. */
async function makeRun(title: string): Promise<void> {
  const { id } = await precis.client.summarize({ text: bridgeText, title });
  for await (const event of precis.client.runs.events(id)) if (event.type === 'run-end') return;
}

describe('runs', () => {
  test('are listed as they happen', async () => {
    const { page, screen, complaints } = await openRuns();
    await page.getByText('No runs yet.').waitFor();
    model.script({ text: 'The bridge closes.', usage: { inputTokens: 1200, outputTokens: 300 } });
    await makeRun('A run that succeeds');
    const row = screen.row('A run that succeeds');
    await row.getByText('Succeeded').waitFor();
    expect(await row.innerText()).toContain('scripted-1');
    expect(await row.innerText()).toContain('1,500');
    expect(await row.innerText()).toContain('$0.0024');
    expect(complaints).toEqual([]);
  });

  test('that failed are retried as new ones', async () => {
    model.script({ fault: { kind: 'status', status: 401, message: 'Wrong key' } });
    await makeRun('A run that fails');
    const { screen } = await openRuns('?tab=runs&status=failed');
    await screen.row('A run that fails').getByRole('link').click();
    await screen.runPanel.getByText('Check the API key in the model profile.').waitFor();
    model.script({ text: 'This time it went well.' });
    await screen.runPanel.getByRole('button', { name: 'Retry' }).click();
    await screen.runPanel.getByText('This time it went well.').waitFor();
    await expect.poll(() => screen.row('A run that fails').count(), soon).toBe(2);
  });
});
