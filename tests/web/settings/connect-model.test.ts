import { expect, inject, test } from 'vitest';
import { page } from 'vitest/browser';
import { AppError } from '#schema/app-error.ts';
import { entrySchema } from '#schema/entry.ts';
import { builtinModelProfileId } from '#schema/ids.ts';
import { findViolations } from '../find-violations.ts';
import { openApp } from '../open-app.ts';
import { keepModels, keepSettings, recordedProfiles } from './settings-answers.ts';
import { screen } from './settings-parts.ts';

const offered = page.getByRole('list', { name: 'Models of this provider' });
const useForAll = page.getByRole('checkbox', { name: /^Use for summaries, chats and sessions/ });
const offline = { summaryAgent: { primaryModelProfileId: builtinModelProfileId } };

test('a model is chosen from the provider’s own list, with its context and prices', async () => {
  const prices = { inputPerMillionUsd: 0.2, cachedInputPerMillionUsd: 0.1, outputPerMillionUsd: 0.6 };
  const app = await openApp('/settings/models?add=true', {
    models: {
      ...keepModels([recordedProfiles().builtin]),
      available: {
        baseUrl: null,
        items: [
          { model: 'large/model', contextTokens: 400_000, prices: null },
          { model: 'small/model', contextTokens: 32_000, prices },
        ],
      },
    },
    settings: keepSettings(offline),
  });
  await page.getByRole('group', { name: 'Providers' }).getByRole('button', { name: 'OpenRouter' }).click();
  await expect.element(screen.field('Base URL')).toHaveValue('https://openrouter.ai/api/v1');
  await screen.field('API key: value').fill('sk-of-the-list');
  await screen.button('Show models').click();
  await expect.poll(() => offered.getByRole('button').elements()).toHaveLength(2);
  expect(app.asked('models.available')).toEqual([
    [
      {
        provider: 'openai-compatible',
        baseUrl: 'https://openrouter.ai/api/v1',
        key: { kind: 'value', value: 'sk-of-the-list' },
      },
    ],
  ]);
  expect(await findViolations({ part: 'main' })).toEqual([]);
  // The typed text narrows the list.
  await screen.field('Model').fill('small');
  await expect.poll(() => offered.getByRole('button').elements()).toHaveLength(1);
  await offered.getByRole('button', { name: /small\/model/ }).click();
  await expect.element(screen.field('Model')).toHaveValue('small/model');
  await expect.element(screen.field('Input')).toHaveValue('0.2');
  await expect.element(screen.field('Output')).toHaveValue('0.6');
  await useForAll.click();
  await screen.button('Save and test').click();
  await expect.element(page.getByText(/small\/model answered in/)).toBeVisible();
  const [, sent] = app.asked('models.put')[0] ?? [];
  expect(sent).toMatchObject({ contextTokens: 32_000, prices: { outputPerMillionUsd: 0.6 } });
  expect(app.asked('settings.patch')).toEqual([]);
});

test('a model that is connected but not chosen is named by the empty panel', async () => {
  const { translatedId } = inject('world');
  const shown = entrySchema.parse(inject('recordedAnswers')['reader.entries.get']?.[String(translatedId)]);
  await openApp(`/reader/all/${translatedId}`, {
    settings: keepSettings(offline),
    reader: {
      // The app loads the next entry in advance.
      entries: {
        get: (id) => (String(id) === String(translatedId) ? shown : new AppError('not_found', 'It is gone.')),
      },
    },
  });
  await expect
    .element(page.getByTestId('empty-slot').getByText(/is connected, but not chosen for summaries/))
    .toBeVisible();
});

test('a server without a list says so, and the name can be typed', async () => {
  await openApp('/settings/models?add=true', {
    models: {
      available: new AppError(
        'model_bad_response',
        'http://127.0.0.1/v1/models did not answer with a list of models. Enter the name of the model.',
      ),
    },
  });
  await screen.field('Provider').selectOptions('openai-compatible');
  await expect.element(screen.button('Show models')).toBeDisabled();
  await screen.field('Base URL').fill('http://127.0.0.1/v1');
  await screen.button('Show models').click();
  await expect.element(screen.alert.getByText(/did not answer with a list of models/)).toBeVisible();
  await screen.field('Base URL').fill('http://127.0.0.1/v2');
  await expect.element(screen.alert).not.toBeInTheDocument();
  expect(offered.query()).toBeNull();
  await screen.field('Model').fill('typed');
  await expect.element(screen.field('Model')).toHaveValue('typed');
});

test('a model that could not be chosen is not saved twice', async () => {
  const settings = keepSettings(offline);
  const app = await openApp('/settings/models?add=true', {
    models: keepModels([recordedProfiles().builtin]),
    settings: { ...settings, patch: new AppError('internal', 'The disk is full.') },
  });
  await screen.field('Provider').selectOptions('openai-compatible');
  await screen.field('Model').fill('tried-twice');
  await screen.field('Base URL').fill('http://127.0.0.1/v1');
  await expect.element(useForAll).toBeChecked();
  await screen.button('Save and test').click();
  await expect.element(screen.alert.first()).toBeVisible();
  expect(app.asked('models.put')).toHaveLength(1);
  app.script({ settings: { patch: settings.patch } });
  await screen.button('Save and test').click();
  await expect.element(page.getByText(/tried-twice answered in/)).toBeVisible();
  const saved = app.asked('models.put').map(([id]) => id);
  expect(new Set(saved).size).toBe(1);
  expect(app.asked('settings.patch').at(-1)).toMatchObject([
    { summaryAgent: { primaryModelProfileId: saved[0] } },
  ]);
});
