import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { modelProfileIdSchema } from '#schema/ids.ts';
import { makeArticle, toJson } from '#tests/fixtures/translated-article.ts';
import { settingsPage } from './settings-page.ts';
import { soon } from './soon.ts';
import { useTranslationBench } from './use-translation-bench.ts';

const { client, home, url, model, publish, openPage, openIn, answerWith } = useTranslationBench();

const ownTemplate = `id: house-style
version: v1
taskType: translation
systemTemplate: |
  You translate for the harbour museum into {{targetLanguageDisplayName}}. Answer with one JSON object.
template: |
  {{sourceText}}
`;

test('the settings choose the language, the models and the template of translations', async () => {
  const { key: _, ...profile } = await client().models.get(modelProfileIdSchema.parse('scripted'));
  for (const name of ['First', 'Second']) {
    const id = modelProfileIdSchema.parse(name.toLowerCase());
    await client().models.put({
      ...profile,
      id,
      name,
      model: `${id}-1`,
      provider: 'openai-compatible',
    });
  }
  mkdirSync(join(home(), 'templates'), { recursive: true });
  writeFileSync(join(home(), 'templates', 'house-style.yaml'), ownTemplate);
  const id = await publish('A choice', makeArticle('de', 6));
  answerWith((pairs, _call, request) =>
    request.model === 'second-1'
      ? { text: toJson(pairs) }
      : { fault: { kind: 'status', status: 401, message: 'Wrong key' } },
  );

  const { page, reader } = await openPage(id);
  await reader.open('/settings/translation');
  const screen = settingsPage(page, url());
  await screen.field('Model').selectOption('first');
  await screen.field('Fallback model').selectOption('second');
  await screen.field('Template').selectOption('house-style');
  await expect
    .poll(async () => (await client().settings.get()).translation, soon)
    .toMatchObject({
      defaultTargetLanguage: 'de',
      primaryModelProfileId: 'first',
      fallbackModelProfileId: 'second',
      templateId: 'house-style',
    });

  const { translation } = await openIn(page, id);
  await translation.button.click();
  await expect.poll(() => translation.done.count(), soon).toBe(6);
  expect(await translation.made.innerText()).toContain('second-1');
  expect(model().requests.at(-1)?.system).toContain('for the harbour museum into German');
  expect(model().requests.map((request) => request.model)).toEqual(['first-1', 'second-1']);
});
