import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { builtinModelProfileId } from '#schema/ids.ts';
import { agentIdSchema, agentInputSchema, defaultAgentId } from '#schema/models/agent.ts';
import {
  type ScriptedModel,
  startScriptedModel,
} from '#tests/fixtures/scripted-model/start-scripted-model.ts';
import { scriptedProfile } from '#tests/fixtures/scripted-profile.ts';
import { leaveDialog } from './leave-dialog.ts';
import { openBrowser, type TestBrowser } from './open-browser.ts';
import { settingsPage } from './settings-page.ts';
import { soon } from './soon.ts';
import { type RunningPrecis, startPrecis } from './start-precis.ts';
import { bridgeText } from './texts.ts';
import { useOfflineModel, useScriptedModel } from './use-model.ts';

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
  const { agents, models, storage } = precis.client;
  await useOfflineModel(precis.client);
  for (const { id } of await agents.list()) if (id !== defaultAgentId) await agents.remove(id);
  for (const { id } of await models.list()) if (id !== builtinModelProfileId) await models.remove(id);
  for (const what of ['summaries', 'finished-runs'] as const) await storage.clear(what);
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
    // The link is gone, so the next Tab continues in the form.
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

  test('say why a connection fails, and the message stays', async () => {
    await useScriptedModel(precis.client, model.baseUrl('openai'));
    const { page, screen } = await openSettings('models');
    model.script({ fault: { kind: 'status', status: 401, message: 'Wrong key' } });
    await screen.card('Scripted').getByRole('button', { name: 'Test connection' }).click();
    await page.getByText(/Test failed\..*Check the API key in the model profile\./).waitFor();
    await screen.nav.getByRole('link', { name: 'Storage' }).click();
    await screen.nav.getByRole('link', { name: 'Models' }).click();
    const told = page.getByText(/Check the API key in the model profile\./);
    await expect.poll(() => told.count(), soon).toBe(1);
  });

  test('show errors at the field, even if collapsed, and never show a key', async () => {
    await precis.client.models.put({
      ...scriptedProfile('scripted', model.baseUrl('openai')),
      key: { kind: 'value', value: 'sk-very-secret' },
    });
    const { page, screen } = await openSettings('models?open=scripted');
    expect(await screen.field('API key').locator('option:checked').innerText()).toBe('Key stored');
    await screen.main.getByText('Limits', { exact: true }).click();
    await screen.field('Context size (tokens)').fill('12');
    await screen.main.getByText('Limits', { exact: true }).click();
    await screen.save.click();
    await page.getByText('Enter 256 or more.').waitFor();
    const focused = 'document.activeElement.labels?.[0]?.textContent';
    await expect.poll(() => page.evaluate(focused), soon).toBe('Context size (tokens)');
    await screen.field('Context size (tokens)').fill('32000');
    await screen.field('Base URL').fill('http://user:pw@127.0.0.1/v1');
    await screen.save.click();
    // The server's message, at the field it names.
    await expect.poll(() => screen.field('Base URL').getAttribute('aria-describedby'), soon).toMatch(/error/);
    await screen.field('Base URL').fill(model.baseUrl('openai'));
    await screen.save.click();
    await page.getByText('Saved.').waitFor();
    const profiles = await precis.client.models.list();
    expect(profiles.find(({ id }) => id === 'scripted')).toMatchObject({
      contextTokens: 32_000,
      key: { kind: 'stored' },
    });
  });

  test('explain each field with a button that works by keyboard', async () => {
    const { page, screen } = await openSettings('models?add=true');
    await screen.button('About Temperature').focus();
    await page.keyboard.press('Enter');
    await screen.dialog.getByText('always the most likely word').waitFor();
    await leaveDialog(page);
    await screen.dialog.waitFor({ state: 'detached' });
    // Where it was before, shortly after the dialog closes.
    await page.waitForFunction(`document.activeElement.ariaLabel === 'About Temperature'`);
    const help: string = await page.evaluate(
      `document.getElementById(document.activeElement.closest('div').parentElement.querySelector('input').getAttribute('aria-describedby')).textContent`,
    );
    expect(help).toContain('always the most likely word');
  });

  test('are removed after confirmation, and the offline model replaces them', async () => {
    const { id } = await precis.client.models.put(scriptedProfile('short-lived', model.baseUrl('openai')));
    await precis.client.settings.patch({ summaryAgent: { primaryModelProfileId: id } });
    const { screen } = await openSettings('models');
    await screen.button('Remove short-lived').click();
    await screen.dialog.getByText('In use: Used for summaries. Choose a replacement.').waitFor();
    await screen.dialog.getByRole('button', { name: 'Remove' }).click();
    await screen.card('short-lived').waitFor({ state: 'detached' });
    await screen.card('Offline model').getByText('Used for summaries').waitFor();
    expect((await precis.client.settings.get()).summaryAgent.primaryModelProfileId).toBe('builtin');
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

  test('show which field of their autonomy is wrong', async () => {
    await addTwoPlaces();
    const { page, screen } = await openSettings('agents?open=two-places');
    await screen.field('Autonomy (JSON)').fill('{ "enabled": "yes" }');
    await screen.save.click();
    await page.getByText(/^enabled: /).waitFor();
    await screen.field('Autonomy (JSON)').fill('{ "enabled": true, "own": 1 }');
    await screen.main.getByRole('radio', { name: 'Batched' }).check();
    await screen.save.click();
    await page.getByText('Saved.').waitFor();
    const agent = await precis.client.agents.get(twoPlaces);
    expect(agent.autonomy).toEqual({ enabled: true, own: 1 });
    expect(agent.memory.policy).toBe('batched');
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
    await page.getByLabel('Agent file').setInputFiles({ ...file, buffer: Buffer.from('{') });
    await screen.dialog.getByText('The file is not valid JSON.').waitFor();
    await leaveDialog(page);
    const unknown = Buffer.from(JSON.stringify({ ...changed, colour: 'red' }));
    await page.getByLabel('Agent file').setInputFiles({ ...file, buffer: unknown });
    await screen.dialog.getByText(/colour/).waitFor();
    await leaveDialog(page);
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

async function summarize(): Promise<void> {
  const { id } = await precis.client.summarize({ text: bridgeText });
  for await (const event of precis.client.runs.events(id)) if (event.type === 'run-end') return;
}

describe('defaults, spending and storage', () => {
  test('for summaries take effect immediately', async () => {
    await useScriptedModel(precis.client, model.baseUrl('openai'));
    const { page, screen } = await openSettings('summaries');
    await screen.field('Target Language').selectOption('ja');
    await page.getByText('Saved.').waitFor();
    await screen.field('Fallback model').selectOption('builtin');
    await screen.field('Detail Level').selectOption('short');
    await expect
      .poll(async () => (await precis.client.settings.get()).summaryAgent, soon)
      .toMatchObject({
        defaultTargetLanguage: 'ja',
        defaultDetailLevel: 'short',
        fallbackModelProfileId: 'builtin',
      });
    await precis.client.settings.patch({ summaryAgent: { defaultTargetLanguage: 'en' } });
    await expect.poll(() => screen.field('Target Language').inputValue(), soon).toBe('en');
  });

  test('show spending against caps, and say when automatic runs pause', async () => {
    await useScriptedModel(precis.client, model.baseUrl('openai'));
    const { page, screen, complaints } = await openSettings('spending');
    await page.getByText('The offline model is free.').waitFor();
    model.script({ text: 'The bridge closes.', usage: { inputTokens: 120_000, outputTokens: 30_000 } });
    await summarize();
    await page.getByRole('meter').waitFor({ state: 'detached' });
    await screen.main.getByRole('table', { name: 'By model' }).getByText('$0.24').waitFor();
    await screen.main.getByRole('table', { name: 'By task' }).getByText('Summary').waitFor();
    await screen.field('Daily cap (US dollars)').fill('0');
    await screen.save.click();
    await page.getByText('Enter a number greater than 0.').waitFor();
    await screen.field('Daily cap (US dollars)').fill('0.2');
    await screen.save.click();
    await screen.alert.getByText('Automatic runs are paused').waitFor();
    await expect
      .poll(() => page.getByRole('meter', { name: 'Today' }).getAttribute('aria-valuetext'), soon)
      .toBe('$0.24 of $0.20');
    await screen.field('Daily cap (US dollars)').fill('');
    await screen.save.click();
    await screen.alert.waitFor({ state: 'detached' });
    await screen.main.getByText('Show as a table').click();
    await expect.poll(() => screen.main.getByRole('row').getByText('$0.24').count(), soon).toBeGreaterThan(1);
    expect(complaints).toEqual([]);
  });

  test('say that the cost of a model without prices is unknown', async () => {
    const { id } = await precis.client.models.put(scriptedProfile('unpriced', model.baseUrl('openai')));
    await precis.client.settings.patch({ summaryAgent: { primaryModelProfileId: id } });
    await summarize();
    const { page } = await openSettings('spending');
    await page.getByText('1 run used a model without prices and is not included.').waitFor();
    const row = page.getByRole('table', { name: 'By model' }).getByRole('row', { name: /unpriced-model/ });
    expect(await row.innerText()).toContain('unknown');
  });

  test('clear stored data after naming what is deleted and how much', async () => {
    await summarize();
    await useScriptedModel(precis.client, model.baseUrl('openai'));
    await summarize();
    const { screen } = await openSettings('storage');
    await screen.button('Clear summaries…').click();
    await screen.dialog.getByText('Delete 1 summary?').waitFor();
    await screen.dialog.getByRole('button', { name: 'Clear', exact: true }).click();
    await screen.main.getByText('1 deleted').waitFor();
    await screen.button('Clear finished runs…').click();
    await screen.dialog.getByText('Delete all finished runs? There are 2 runs in total.').waitFor();
    await screen.dialog.getByRole('button', { name: 'Clear', exact: true }).click();
    await screen.main.getByText('2 deleted').waitFor();
    expect((await precis.client.storage.get()).counts).toMatchObject({ summaries: 0, runs: 0 });
    await screen.field('Maximum summaries').fill('500');
    await screen.main.getByRole('form', { name: 'Limits' }).getByRole('button', { name: 'Save' }).click();
    await screen.main.getByText('Saved.').waitFor();
    expect((await precis.client.settings.get()).storage.summaryCap).toBe(500);
  });
});

describe('templates', () => {
  test('are shown as they are sent, and a rejected file says why', async () => {
    mkdirSync(join(precis.home, 'templates'), { recursive: true });
    writeFileSync(join(precis.home, 'templates', 'mine.yaml'), 'id: mine\nversion: v1\n');
    const { page, screen } = await openSettings('templates');
    await screen.alert.getByText('mine.yaml is not used').waitFor();
    await screen.main.getByRole('link', { name: 'summary.default' }).click();
    await page.getByText('The built-in template', { exact: true }).waitFor();
    await page.getByText('Write everything in English').first().waitFor();
    expect(await screen.main.innerText()).toContain('The harbour of Lunde is open again');
  });
});

describe('the settings', () => {
  test('keep unsaved changes while switching sections, and ask before they are lost', async () => {
    const { page, screen } = await openSettings('storage');
    await screen.field('Keep runs for (days)').fill('7');
    await screen.nav.getByRole('link', { name: 'About' }).click();
    await page.getByText('SQLite, embedded').waitFor();
    await screen.nav.getByRole('link', { name: /Storage\s*Unsaved changes/ }).click();
    expect(await screen.field('Keep runs for (days)').inputValue()).toBe('7');
    await page.getByRole('link', { name: 'Reader' }).click();
    await screen.dialog.getByRole('button', { name: 'Stay here' }).last().click();
    expect(await screen.field('Keep runs for (days)').inputValue()).toBe('7');
    await screen.button('Discard changes').click();
    await page.getByRole('link', { name: 'Reader' }).click();
    await page.getByRole('heading', { name: 'What do you want to read?' }).waitFor();
  });

  test('check the configuration on request', async () => {
    const { page, screen } = await openSettings('about');
    await screen.button('Run checks').click();
    await screen.button('Run again').waitFor();
    const told = await page.getByRole('listitem').allInnerTexts();
    expect(told.join('\n')).toContain('SQLite, embedded; integrity OK');
  });

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

  test('support Chinese', async () => {
    await addTwoPlaces();
    const { page } = await openSettings('agents?open=two-places', { locale: 'zh-CN' });
    await page.getByText('8000 — 默认值').first().waitFor();
    await page.getByRole('link', { name: '花费' }).click();
    await page.getByText('按模型配置中的价格计算，并非账单。').waitFor();
    await expect.poll(() => page.title(), soon).toBe('花费 – 设置 – Precis');
  });

  test('show not found if the URL names no section', async () => {
    const { page } = await openSettings('no-such-section');
    await page.getByText('Page not found.').waitFor();
    expect(await page.getByRole('navigation', { name: 'Settings' }).count()).toBe(0);
  });
});
