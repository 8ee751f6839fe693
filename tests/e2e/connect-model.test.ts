import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  type ScriptedModel,
  startScriptedModel,
} from '#tests/fixtures/scripted-model/start-scripted-model.ts';
import { findViolations } from './find-violations.ts';
import { openBrowser, type TestBrowser } from './open-browser.ts';
import { settingsPage } from './settings-page.ts';
import { type RunningPrecis, startPrecis } from './start-precis.ts';
import { useOfflineModel } from './use-model.ts';

let precis: RunningPrecis;
let ollama: ScriptedModel;
let remote: ScriptedModel;
let browser: TestBrowser;

beforeAll(async () => {
  [ollama, remote, browser] = await Promise.all([startScriptedModel(), startScriptedModel(), openBrowser()]);
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
  await Promise.all([precis?.stop(), ollama?.close(), remote?.close()]);
});

async function openModels(place = 'models') {
  const { page, complaints } = await browser.open();
  const screen = settingsPage(page, precis.url);
  await screen.open(place);
  return { page, screen, complaints };
}

test('a model is chosen from the provider’s own list, with its context and prices', async () => {
  remote.offers({
    data: [
      {
        id: 'small/model',
        context_length: 32_000,
        pricing: { prompt: '0.0000002', completion: '0.0000006' },
      },
      { id: 'large/model', context_length: 400_000 },
      { id: 'text-embedding-3' },
    ],
  });
  const { page, screen, complaints } = await openModels('models?add=true');
  const presets = page.getByRole('group', { name: 'Providers' });
  await presets.getByRole('button', { name: 'OpenRouter' }).click();
  expect(await screen.field('Base URL').inputValue()).toBe('https://openrouter.ai/api/v1');
  await screen.field('Base URL').fill(remote.baseUrl('openai'));
  await screen.field('API key: value').fill('sk-of-the-list');
  await screen.button('Show models').click();
  const offered = page.getByRole('list', { name: 'Models of this provider' });
  await offered.getByRole('button').first().waitFor();
  expect(await offered.getByRole('button').count()).toBe(2);
  expect(await findViolations(page, { part: 'main' })).toEqual([]);
  // What is typed narrows the list.
  await screen.field('Model').fill('small');
  await expect.poll(() => offered.getByRole('button').count()).toBe(1);
  await offered.getByRole('button', { name: 'small/model' }).click();
  expect(await screen.field('Model').inputValue()).toBe('small/model');
  expect(await screen.field('Input').inputValue()).toBe('0.2');
  expect(await screen.field('Output').inputValue()).toBe('0.6');
  await page.getByLabel('Use for summaries, chats and sessions').uncheck();
  await screen.button('Save and test').click();
  await page.getByText(/small\/model answered in/).waitFor();
  const saved = (await precis.client.models.list()).find(({ model }) => model === 'small/model');
  expect(saved).toMatchObject({ contextTokens: 32_000, prices: { outputPerMillionUsd: 0.6 } });
  expect(complaints).toEqual([]);

  // Connected, but not used: the empty panel says so.
  const { id } = await precis.client.reader.entries.add({
    kind: 'text',
    title: 'Ferries',
    text: 'They sail.',
  });
  await page.goto(`${precis.url}/reader/all/${id}`);
  await page.getByTestId('empty-slot').getByText('is connected, but not chosen for summaries').waitFor();
});

test('a server without a list says so, and the name can be typed', async () => {
  const { page, screen } = await openModels('models?add=true');
  await screen.field('Provider').selectOption('openai-compatible');
  expect(await screen.button('Show models').isDisabled()).toBe(true);
  await screen.field('Base URL').fill(`${remote.url}/v1`);
  remote.offers({ error: 'no list here' });
  await screen.button('Show models').click();
  await screen.alert.getByText(/did not answer with a list of models/).waitFor();
  await screen.field('Base URL').fill(`${remote.url}/v2`);
  await expect.poll(() => screen.alert.count()).toBe(0);
  expect(await page.getByRole('list', { name: 'Models of this provider' }).count()).toBe(0);
});

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

test('a model that could not be chosen is not saved twice', async () => {
  const { page, screen } = await openModels('models?add=true');
  await page.route('**/api/settings', (route) =>
    route.request().method() === 'PATCH' ? route.fulfill({ status: 500 }) : route.continue(),
  );
  await screen.field('Provider').selectOption('openai-compatible');
  await screen.field('Model').fill('tried-twice');
  await screen.field('Base URL').fill(remote.baseUrl('openai'));
  await page.getByLabel('Use for summaries, chats and sessions').check();
  const saved = async () =>
    (await precis.client.models.list()).filter(({ model }) => model === 'tried-twice').map(({ id }) => id);
  await screen.button('Save and test').click();
  await screen.alert.first().waitFor();
  await expect.poll(saved).toHaveLength(1);
  await page.unroute('**/api/settings');
  await screen.button('Save and test').click();
  await page.getByText(/tried-twice answered in/).waitFor();
  const [id, ...others] = await saved();
  expect(others).toEqual([]);
  expect((await precis.client.settings.get()).summaryAgent.primaryModelProfileId).toBe(id);
});
