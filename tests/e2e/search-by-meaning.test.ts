import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type ScriptedModel,
  startScriptedModel,
} from '#tests/fixtures/scripted-model/start-scripted-model.ts';
import { scriptedProfile } from '#tests/fixtures/scripted-profile.ts';
import { openBrowser, type TestBrowser } from './open-browser.ts';
import { settingsPage } from './settings-page.ts';
import { type RunningPrecis, startPrecis } from './start-precis.ts';

let precis: RunningPrecis;
let model: ScriptedModel;
let browser: TestBrowser;

beforeAll(async () => {
  [precis, model, browser] = await Promise.all([startPrecis(), startScriptedModel(), openBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await Promise.all([precis?.stop(), model?.close()]);
});

test('a model reads the records only when it is chosen for search, and its test asks for a vector', async () => {
  await precis.client.models.put(scriptedProfile('vectors', model.baseUrl('openai')));
  await precis.client.sessions.init({ contentSessionId: 'oc_1', prompt: 'The automobile does not start' });
  const { page, complaints } = await browser.open();
  const screen = settingsPage(page, precis.url);
  await screen.open('models');
  expect(await screen.field('Embedding model').inputValue()).toBe('');
  await screen.field('Embedding model').selectOption('vectors');
  await page.getByText('1 of 1 records read.').waitFor();
  const card = screen.card('vectors');
  await card.getByText('Search by meaning').waitFor();
  await card.getByRole('button', { name: 'Test connection' }).click();
  await card.getByText(/vectors-model answered in/).waitFor();
  expect(model.requests.map(({ path }) => path)).toEqual(['/v1/embeddings', '/v1/embeddings']);
  await screen.open('models?open=vectors');
  await page.getByRole('button', { name: 'Test connection' }).click();
  await page.getByText(/vectors-model answered in/).waitFor();
  expect(model.requests.at(-1)?.path).toBe('/v1/embeddings');
  await screen.field('Temperature').fill('0.4');
  await page.getByRole('button', { name: 'Save and test' }).click();
  await expect.poll(() => model.requests.length).toBe(4);
  await page.getByText(/vectors-model answered in/).waitFor();
  expect(model.requests.map(({ path }) => path)).toEqual(Array(4).fill('/v1/embeddings'));
  await screen.open('models');
  await page.getByText('1 of 1 records read.').waitFor();
  await screen.field('Embedding model').selectOption('');
  await page.getByText('1 of 1 records read.').waitFor({ state: 'detached' });
  await expect
    .poll(async () => (await precis.client.settings.get()).search.embeddingModelProfileId)
    .toBeNull();
  expect(complaints).toEqual([]);
});
