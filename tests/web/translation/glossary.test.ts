import { expect, inject, test } from 'vitest';
import { page } from 'vitest/browser';
import { mergeSettings, settingsPatchSchema, settingsSchema } from '#schema/settings.ts';
import type { GlossaryTerm } from '#schema/translations/translation.ts';
import { openApp } from '../open-app.ts';

const recorded = settingsSchema.parse(inject('recordedAnswers')['settings.get']?.['']);

async function openGlossary(glossary: GlossaryTerm[], size = {}) {
  let settings = mergeSettings(recorded, { translation: { glossary } });
  await openApp(
    '/settings/translation',
    {
      settings: {
        get: () => settings,
        patch(patch) {
          settings = mergeSettings(settings, settingsPatchSchema.parse(patch));
          return settings;
        },
      },
    },
    size,
  );
  return () => settings.translation.glossary;
}

test('the glossary is edited in the settings, at the width of a phone too', async () => {
  const saved = await openGlossary([], { width: 390, height: 844 });
  await page.getByRole('button', { name: 'Add a term' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect.element(dialog.getByText('Required.')).toBeVisible();
  await dialog.getByLabelText('Term', { exact: true }).fill('mayor');
  await dialog.getByRole('radio', { name: 'Translate as' }).click({ force: true });
  await dialog.getByRole('textbox', { name: 'Translation', exact: true }).fill('Stadtpräsidentin');
  await expect.element(dialog.getByLabelText('Into')).toHaveValue('de');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect.element(page.getByText('Any language → Deutsch')).toBeVisible();
  await expect.poll(saved).toEqual([{ from: '*', to: 'de', term: 'mayor', rendering: 'Stadtpräsidentin' }]);
  await page.getByRole('button', { name: 'Remove mayor' }).click();
  await expect.element(page.getByText('Removed “mayor”.')).toBeVisible();
  await expect.poll(saved).toEqual([]);
});

test('glossary terms removed quickly one after the other stay removed', async () => {
  const terms = ['quay', 'mayor', 'ferry'].map((term) => ({ from: '*', to: '*', term, rendering: null }));
  const saved = await openGlossary(terms);
  const removing = (term: string) => page.getByRole('button', { name: `Remove ${term}` });
  await expect.element(removing('quay')).toBeVisible();
  const buttons = ['quay', 'mayor'].map((term) => removing(term).element() as HTMLElement);
  for (const button of buttons) button.click();
  await expect.poll(() => saved().map(({ term }) => term)).toEqual(['ferry']);
  await expect.poll(() => page.getByRole('button', { name: /^Remove / }).elements().length).toBe(1);
  await removing('ferry').click();
  await expect.element(page.getByRole('button', { name: 'Undo' })).toHaveFocus();
});
