import { expect, inject, test } from 'vitest';
import { page } from 'vitest/browser';
import { modelProfileIdSchema } from '#schema/ids.ts';
import { type ModelProfile, modelProfileSchema } from '#schema/models/model-profile.ts';
import { type Settings, settingsPatchSchema, settingsSchema } from '#schema/settings.ts';
import { openApp } from '../open-app.ts';
import { textsOf } from './panel-parts.ts';

const main = page.getByRole('main');
const field = (label: string) => main.getByLabelText(label, { exact: true });

test('the settings of the check take effect immediately, and offer only models that can check', async () => {
  let settings: Settings = settingsSchema.parse(inject('recordedAnswers')['settings.get']?.['']);
  await openApp('/settings/summaries', {
    models: { list: withChecker() },
    settings: {
      get: () => settings,
      patch: (patch) => {
        const { check } = settingsPatchSchema.parse(patch);
        settings = settingsSchema.parse({ ...settings, check: { ...settings.check, ...check } });
        return settings;
      },
    },
  });
  const group = main.getByRole('region', { name: 'Check with a model' });
  await expect.element(group.getByText('ollama pull bespoke-minicheck', { exact: false })).toBeVisible();
  await expect
    .poll(() => textsOf(field('Checking model').css('option')).toSorted())
    .toEqual(['Same as summaries (Scripted)', 'Scripted', 'checker']);

  await field('Sentences to check automatically').selectOptions('all');
  await expect.element(group.getByText('Saved.')).toBeVisible();
  await field('Checking model').selectOptions('checker');
  await field('How it answers').selectOptions('yes-no');
  const repair = group.getByRole('checkbox', {
    name: 'Correct contradicted sentences automatically',
    exact: false,
  });
  await repair.click();
  await expect.element(repair).toBeChecked();
  await field('Correcting model').selectOptions('checker');
  await expect
    .poll(() => settings.check)
    .toEqual({
      mode: 'all',
      modelProfileId: 'checker',
      answers: 'yes-no',
      repair: true,
      repairModelProfileId: 'checker',
    });

  await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Models' }).click();
  const card = main.getByRole('article', { name: 'checker', exact: true });
  await expect.element(card.getByText('Checks sentences', { exact: false })).toBeVisible();
  await expect.element(card.getByText('Corrects sentences', { exact: false })).toBeVisible();
  await main.getByRole('button', { name: 'Remove checker', exact: false }).click();
  const dialog = page.getByRole('dialog');
  await expect.element(dialog.getByText('In use: Checks sentences', { exact: false })).toBeVisible();
});

/** The recorded models, and one more that can check. */
function withChecker(): ModelProfile[] {
  const models = modelProfileSchema.array().parse(inject('recordedAnswers')['models.list']?.['']);
  const scripted = models.find(({ id }) => id === 'scripted');
  if (scripted === undefined) throw new Error('the recorded server has no scripted model');
  const checker = { ...scripted, id: modelProfileIdSchema.parse('checker'), name: 'checker' };
  return [...models, checker];
}
