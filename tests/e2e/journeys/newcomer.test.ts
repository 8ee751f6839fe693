import { afterEach, beforeEach, expect, test } from 'vitest';
import { type FeedServer, startFeedServer } from '#tests/fixtures/feed-server.ts';
import {
  type ScriptedModel,
  startScriptedModel,
} from '#tests/fixtures/scripted-model/start-scripted-model.ts';
import { openBrowser, type TestBrowser } from '../open-browser.ts';
import { panelPage } from '../panel-page.ts';
import { readerPage } from '../reader-page.ts';
import { settingsPage } from '../settings-page.ts';
import { soon } from '../soon.ts';
import { spacesPage } from '../spaces-page.ts';
import { type RunningPrecis, startPrecis } from '../start-precis.ts';
import { bridgeText, bridgeTitle } from '../texts.ts';

let precis: RunningPrecis;
let site: FeedServer;
let model: ScriptedModel;
let browser: TestBrowser;

beforeEach(async () => {
  [precis, site, model, browser] = await Promise.all([
    startPrecis(),
    startFeedServer(),
    startScriptedModel(),
    openBrowser(),
  ]);
  const paragraphs = bridgeText
    .split('\n\n')
    .map((words) => `<p>${words}</p>`)
    .join('');
  site.on('/article', {
    headers: { 'content-type': 'text/html' },
    body: `<html><head><title>${bridgeTitle}</title></head><body><article><h1>${bridgeTitle}</h1>${paragraphs}</article></body></html>`,
  });
  model.offers({ data: [{ id: 'writer-1' }] });
  model.always({ text: 'The bridge will close, and ferries will carry people across.' });
});
afterEach(async () => {
  await browser?.close();
  await Promise.all([precis?.stop(), site?.close(), model?.close()]);
});

test('a newcomer sees a false number caught, reads a link, gets it summarized offline and by a model, and asks about it', async () => {
  const { page, complaints } = await browser.open();
  const reader = readerPage(page, precis.url);
  const panel = panelPage(page);
  await reader.open('/');
  await page.getByRole('button', { name: 'Try the sample feed' }).click();
  await reader.openEntry('Find the Wrong Number');
  await panel.shown.waitFor();
  await expect.poll(() => panel.metadata('grounding').innerText(), soon).toContain('1 different');
  expect(await panel.metadata('model').innerText()).toBe('Sample with a mistake');
  // A new summary of the app's own has no mistake to find.
  await panel.summaryButton.click();
  await expect.poll(() => panel.metadata('model').innerText(), soon).toBe('Offline extract');
  expect(await panel.metadata('grounding').innerText()).not.toContain('different');

  await page.keyboard.press('a');
  await reader.dialog.getByRole('radio', { name: 'Page' }).check();
  await reader.dialog.getByRole('textbox').fill(site.url('/article'));
  await reader.dialog.getByRole('button', { name: 'Add page' }).click();
  await expect.poll(() => reader.title.innerText(), soon).toBe(bridgeTitle);
  await panel.empty.getByText('connect a model').waitFor();
  await panel.summaryButton.click();
  await panel.shown.waitFor();

  const settings = settingsPage(page, precis.url);
  await page.getByRole('link', { name: 'Settings' }).click();
  await settings.main.getByRole('link', { name: 'Add model' }).click();
  await settings.field('Provider').selectOption('openai-compatible');
  await settings.field('Base URL').fill(model.baseUrl('openai'));
  await settings.button('Show models').click();
  await settings.button('writer-1').click();
  await settings.button('Save and test').click();
  await page.getByText(/writer-1 answered in/).waitFor();

  await page.getByRole('link', { name: 'Reader', exact: true }).click();
  await expect.poll(() => reader.title.innerText(), soon).toBe(bridgeTitle);
  await panel.summaryButton.click();
  await expect.poll(() => panel.shown.innerText(), soon).toContain('ferries will carry people');
  expect(await panel.metadata('model').innerText()).toContain('writer-1');

  model.always({ text: 'For twenty-six months [2].' });
  await reader.article.getByRole('button', { name: 'Ask', exact: true }).click();
  const spaces = spacesPage(page, precis.url);
  await spaces.field.waitFor();
  await spaces.say('For how long?');
  expect(await spaces.answers.last().innerText()).toContain('For twenty-six months [2].');
  await spaces.answers.last().getByRole('link', { name: 'Passage 2' }).click();
  await page.getByRole('dialog', { name: 'Passage 2' }).waitFor();
  expect(complaints).toEqual([]);
});
