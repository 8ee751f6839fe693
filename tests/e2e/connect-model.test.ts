import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  type ScriptedModel,
  startScriptedModel,
} from '#tests/fixtures/scripted-model/start-scripted-model.ts';
import { openBrowser, type TestBrowser } from './open-browser.ts';
import { settingsPage } from './settings-page.ts';
import { type RunningPrecis, startPrecis } from './start-precis.ts';
import { useOfflineModel } from './use-model.ts';

let precis: RunningPrecis;
let ollama: ScriptedModel;
let browser: TestBrowser;

beforeAll(async () => {
  [ollama, browser] = await Promise.all([startScriptedModel(), openBrowser()]);
  precis = await startPrecis({ env: { OLLAMA_HOST: ollama.url } });
  ollama.offers({ models: [{ name: 'llama3.2:3b' }, { name: 'qwen3:8b' }] });
});
beforeEach(async () => {
  await useOfflineModel(precis.client);
  for (const { id, provider } of await precis.client.models.list())
    if (provider !== 'builtin') await precis.client.models.remove(id);
});
afterEach(() => browser.closePages());
afterAll(async () => {
  await browser?.close();
  await Promise.all([precis?.stop(), ollama?.close()]);
});

async function openModels() {
  const { page, complaints } = await browser.open();
  const screen = settingsPage(page, precis.url);
  await screen.open('models');
  return { page, screen, complaints };
}

test('Ollama is found on this machine, and one press connects a model of it', async () => {
  const { page, screen, complaints } = await openModels();
  await page.getByText('Ollama is running on this machine').waitFor();
  await screen.button('Use llama3.2:3b').click();
  const card = screen.card('Ollama llama3.2:3b');
  await card.getByText('Used for summaries').waitFor();
  await card.getByText(/llama3\.2:3b answered in/).waitFor();
  const [, saved] = await precis.client.models.list();
  expect(saved).toMatchObject({ provider: 'ollama', contextTokens: 8192, prices: { inputPerMillionUsd: 0 } });
  const { summaryAgent } = await precis.client.settings.get();
  expect(summaryAgent.primaryModelProfileId).toBe(saved?.id);
  expect(complaints).toEqual([]);
});
