import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import {
  type ScriptedModel,
  startScriptedModel,
} from '#tests/fixtures/scripted-model/start-scripted-model.ts';
import { chosenThemes, findFaint, findViolations } from './find-violations.ts';
import { openBrowser, type TestBrowser } from './open-browser.ts';
import { settingsPage } from './settings-page.ts';
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

async function openTemplate(id: string, options = {}) {
  const { page, complaints } = await browser.open(options);
  const screen = settingsPage(page, precis.url);
  await screen.open(`templates?open=${id}`);
  return { page, complaints, screen, file: join(precis.home, 'templates', `${id}.yaml`) };
}

test('a template is copied, edited with an error that is named with its line, fixed, saved and used by a run', async () => {
  const { page, screen, file, complaints } = await openTemplate('summary.default');
  await page.getByText('A copy goes to').waitFor();
  await screen.button('Copy to my folder').click();
  await screen.field('Text').waitFor();
  await screen.main.getByText(file, { exact: true }).waitFor();
  expect(readFileSync(file, 'utf8')).toBe(await screen.field('Text').inputValue());

  const text = await screen.field('Text').inputValue();
  const mine = text.replace('You write summaries', 'You write summaries of one harbour');
  const broken = mine.replace('Use only what', '{{#only}} what');
  const line = broken.split('\n').findIndex((words) => words.includes('{{#only}}')) + 1;
  await screen.field('Text').fill(broken);
  await screen.save.click();
  await screen.alert.getByText(`Line ${line}`).waitFor();
  await screen.alert.getByText('the section {{#only}} is never closed. Add {{/only}}.').waitFor();
  // The line is selected, ready to be fixed.
  await expect
    .poll(() => page.evaluate('getSelection()?.toString() ?? ""').then(String), soon)
    .toContain('{{#only}} what');
  expect(readFileSync(file, 'utf8')).toBe(text);
  expect(await findViolations(page)).toEqual([]);
  expect(await findFaint(page, { themes: chosenThemes })).toEqual([]);

  await screen.field('Text').fill(mine);
  await screen.button('Check').click();
  await page.getByText('No problems found.').waitFor();
  expect(await screen.alert.count()).toBe(0);
  await screen.save.click();
  await page.getByText('Saved. Used from the next run on.').waitFor();
  expect(readFileSync(file, 'utf8')).toBe(mine);

  const run = await precis.client.summarize({ text: bridgeText });
  for await (const event of precis.client.runs.events(run.id)) if (event.type === 'run-end') break;
  expect(JSON.stringify(model.requests.at(-1))).toContain('You write summaries of one harbour');
  const { run: ended } = await precis.client.runs.get(run.id);
  expect(ended.provenance?.templates[0]).toMatchObject({ id: 'summary.default', origin: 'user' });
  expect(complaints).toEqual([]);
});
