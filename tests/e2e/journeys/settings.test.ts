import { readFileSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { builtinModelProfileId } from '#schema/ids.ts';
import { agentIdSchema, agentInputSchema, defaultAgentId } from '#schema/models/agent.ts';
import {
  type ScriptedModel,
  startScriptedModel,
} from '#tests/fixtures/scripted-model/start-scripted-model.ts';
import { openBrowser, type TestBrowser } from '../open-browser.ts';
import { settingsPage } from '../settings-page.ts';
import { soon } from '../soon.ts';
import { type RunningPrecis, startPrecis } from '../start-precis.ts';
import { useOfflineModel } from '../use-model.ts';

const twoPlaces = agentIdSchema.parse('two-places');

let precis: RunningPrecis;
let model: ScriptedModel;
let elsewhere: ScriptedModel;
let browser: TestBrowser;

beforeAll(async () => {
  [precis, model, elsewhere, browser] = await Promise.all([
    startPrecis(),
    startScriptedModel(),
    startScriptedModel(),
    openBrowser(),
  ]);
});
beforeEach(async () => {
  const { agents, models } = precis.client;
  await useOfflineModel(precis.client);
  for (const { id } of await agents.list()) if (id !== defaultAgentId) await agents.remove(id);
  for (const { id } of await models.list()) if (id !== builtinModelProfileId) await models.remove(id);
});
afterEach(() => browser.closePages());
afterAll(async () => {
  await browser?.close();
  await Promise.all([precis?.stop(), model?.close(), elsewhere?.close()]);
});

async function openSettings(place: string, options = {}) {
  const { page, complaints } = await browser.open(options);
  const screen = settingsPage(page, precis.url);
  await screen.open(place);
  return { page, complaints, screen };
}

async function addTwoPlaces(): Promise<void> {
  await precis.client.agents.put(
    twoPlaces,
    agentInputSchema.parse({
      name: 'Two places',
      llm: { model: 'here-1', apiBase: model.baseUrl('openai'), apiKey: 'sk-for-here' },
    }),
  );
}

describe('model profiles', () => {
  test('start with a suggestion, are tested for real, and become the model for summaries', async () => {
    const { page, screen, complaints } = await openSettings('models');
    await page.getByRole('link', { name: 'Add OpenAI gpt-5.2' }).click();
    await screen.field('Model').waitFor();
    // The link no longer exists, so the next Tab continues in the form.
    await page.keyboard.press('Tab');
    expect(await page.evaluate('document.activeElement.closest("main") !== null')).toBe(true);
    expect(await screen.field('Model').inputValue()).toBe('gpt-5.2');
    await screen.field('Provider').selectOption('openai-compatible');
    await screen.field('API key: value').fill('sk-very-secret');
    await screen.field('Base URL').fill(model.baseUrl('openai'));
    await screen.field('Name').fill('Scripted');
    await screen.field('Input').fill('1');
    await screen.field('Output').fill('4');
    await screen.button('Save and test').click();
    await page.getByText(/gpt-5\.2 answered in/).waitFor();
    expect(model.requests.at(-1)?.headers.authorization).toBe('Bearer sk-very-secret');
    expect(await screen.heading.innerText()).toBe('Scripted');

    await screen.nav.getByRole('link', { name: 'Models' }).click();
    const card = screen.card('Scripted');
    await card.getByText(/Key stored · \$1\.00 in, \$4\.00 out per million tokens/).waitFor();
    await card.getByText(/gpt-5\.2 answered in/).waitFor();
    // The first connected model is used at once, unless its box is unchecked.
    await card.getByText('Used for summaries').waitFor();
    await screen.card('Offline model').getByRole('button', { name: 'Use for summaries' }).click();
    await card.getByRole('button', { name: 'Use for summaries' }).click();
    await card.getByText('Used for summaries').waitFor();
    const { summaryAgent } = await precis.client.settings.get();
    expect(summaryAgent.primaryModelProfileId).toBe('openai-compatible-gpt-5.2');
    expect(await page.content()).not.toContain('sk-very-secret');
    expect(complaints).toEqual([]);
  });
});

describe('agents', () => {
  test('warn before a key goes to another origin, and send nothing until it is confirmed', async () => {
    const { page, screen, complaints } = await openSettings('agents');
    await page.getByRole('link', { name: 'New agent' }).click();
    await screen.field('Name').fill('Two places');
    const llm = screen.part('Model');
    const summarizer = screen.part('Summarizer');
    await llm.getByLabel('Model', { exact: true }).selectOption({ label: 'Another model…' });
    await llm.getByLabel('Model: name').fill('here-1');
    await llm.getByLabel('Base URL', { exact: true }).fill(model.baseUrl('openai'));
    await llm.getByLabel('API key', { exact: true }).selectOption({ label: 'Enter a key' });
    await llm.getByLabel('API key: value').fill('sk-for-here');
    await summarizer.getByText('here-1 — from the agent’s model').waitFor();
    await summarizer.getByLabel('Base URL', { exact: true }).fill(elsewhere.baseUrl('openai'));
    await screen.save.click();

    await screen.alert.getByText('The summarizer’s key needs your confirmation').waitFor();
    for (const words of [
      'here-1 — from the agent’s model',
      '8000 — default',
      `${elsewhere.baseUrl('openai')} — set here`,
      'Key stored — from the agent’s model',
    ]) {
      await expect.poll(() => summarizer.innerText(), soon).toContain(words);
    }
    await screen.button('Test the summarizer').click();
    await summarizer.getByText('Test failed.').waitFor();
    expect(elsewhere.requests).toEqual([]);

    await screen.button(`Send this key to ${elsewhere.url}`).click();
    await screen.alert.waitFor({ state: 'detached' });
    await screen.button('Test the summarizer').click();
    await summarizer.getByText(/answered in/).waitFor();
    expect(elsewhere.requests.at(-1)?.headers.authorization).toBe('Bearer sk-for-here');
    expect(complaints).toEqual([]);
  });

  test('are exported as a file without their stored keys, and imported from one', async () => {
    await addTwoPlaces();
    const { page, screen } = await openSettings('agents');
    const waiting = page.waitForEvent('download');
    await screen.button('Export Two places').click();
    const download = await waiting;
    expect(download.suggestedFilename()).toBe('two-places.json');
    await page.getByText('Exported, without the stored key.').waitFor();
    const text = readFileSync(await download.path(), 'utf8');
    expect(text).not.toContain('sk-for-here');

    const changed = { ...JSON.parse(text), name: 'From a file' };
    const file = { name: 'From a file.json', mimeType: 'application/json' };
    await page
      .getByLabel('Agent file')
      .setInputFiles({ ...file, buffer: Buffer.from(JSON.stringify(changed)) });
    await screen.dialog.getByText('The file contains the agent “From a file”.').waitFor();
    await screen.dialog.getByRole('button', { name: 'Import' }).click();
    await expect.poll(() => screen.heading.innerText(), soon).toBe('From a file');
    const agents = await precis.client.agents.list();
    expect(agents.map(({ id }) => id)).toContain('from-a-file');
  });
});

describe('the settings', () => {
  test('are selected from a list on a narrow screen, and overflow nowhere', async () => {
    await addTwoPlaces();
    const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };
    const { page, screen } = await openSettings('models', phone);
    for (const place of ['agents', 'summaries', 'templates', 'spending', 'storage', 'appearance', 'about']) {
      await screen.main.getByRole('combobox', { name: 'Settings' }).selectOption(place);
      await page.waitForURL(`**/settings/${place}`);
      await screen.heading.waitFor();
      expect({ place, wide: await screen.overflowing() }).toEqual({ place, wide: [] });
    }
    for (const place of ['models?add=true', 'agents?open=two-places', 'templates?open=summary.default']) {
      await screen.open(place);
      await screen.heading.waitFor();
      expect({ place, wide: await screen.overflowing() }).toEqual({ place, wide: [] });
    }
  });
});
