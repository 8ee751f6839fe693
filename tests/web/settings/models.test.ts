import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { AppError } from '#schema/app-error.ts';
import { builtinModelProfileId, modelProfileIdSchema } from '#schema/ids.ts';
import { openApp } from '../open-app.ts';
import { keepModels, keepSettings, recordedProfiles, scriptedId } from './settings-answers.ts';
import { screen } from './settings-parts.ts';

test('show errors at the field, even if collapsed, and never show a key', async () => {
  const { builtin, scripted } = recordedProfiles();
  const saved = { ...scripted, key: { kind: 'stored' as const } };
  const reason = 'Enter a URL without a user name and a password.';
  const app = await openApp('/settings/models?open=scripted', {
    models: {
      list: [builtin, saved],
      put: (_id, { baseUrl }) =>
        baseUrl?.includes('@')
          ? new AppError('invalid_input', `baseUrl: ${reason}`, {
              details: { issues: [{ field: 'baseUrl', reason }] },
            })
          : saved,
    },
  });
  await expect
    .element(screen.field('API key').getByRole('option', { selected: true }))
    .toMatchTextContent('Key stored');
  const limits = screen.main.getByText('Limits', { exact: true });
  await limits.click();
  await screen.field('Context size (tokens)').fill('12');
  await limits.click();
  await expect.element(screen.field('Context size (tokens)')).not.toBeVisible();
  await screen.save.click();
  await expect.element(page.getByText('Enter 256 or more.')).toBeVisible();
  await expect.element(screen.field('Context size (tokens)')).toHaveFocus();
  expect(app.asked('models.put')).toEqual([]);
  await screen.field('Context size (tokens)').fill('32000');
  await screen.field('Base URL').fill('http://user:pw@127.0.0.1/v1');
  await screen.save.click();
  await expect.element(screen.field('Base URL')).toHaveAccessibleDescription(expect.stringContaining(reason));
  await screen.field('Base URL').fill('http://127.0.0.1/v1');
  await screen.save.click();
  await expect.element(page.getByText('Saved.')).toBeVisible();
  const [, sent] = app.asked('models.put').at(-1) ?? [];
  expect(sent).toMatchObject({ contextTokens: 32_000 });
  // The request has no key, so the stored one is kept.
  expect(sent).not.toHaveProperty('key');
});

test('explain each field with a button that works by keyboard', async () => {
  await openApp('/settings/models?add=true');
  const about = screen.button('About Temperature');
  await screen.field('Temperature').click();
  await userEvent.keyboard('{Shift>}{Tab}{/Shift}');
  await expect.element(about).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.dialog.getByText(/always the most likely word/)).toBeVisible();
  await expect.poll(() => screen.dialog.element().contains(document.activeElement)).toBe(true);
  await userEvent.keyboard('{Escape}');
  await expect.element(screen.dialog).not.toBeInTheDocument();
  // The focus returns to this button shortly after the dialog closes.
  await expect.element(about).toHaveFocus();
  await expect
    .element(screen.field('Temperature'))
    .toHaveAccessibleDescription(expect.stringContaining('always the most likely word'));
});

test('are removed after confirmation, and the offline model replaces them', async () => {
  const { builtin, scripted } = recordedProfiles();
  const settings = keepSettings();
  const models = keepModels([builtin, { ...scripted, name: 'short-lived' }]);
  const app = await openApp('/settings/models', {
    models: {
      ...models,
      remove(id) {
        settings.patch({ summaryAgent: { primaryModelProfileId: builtinModelProfileId } });
        models.remove(id);
      },
    },
    settings,
  });
  await screen.button('Remove short-lived').click();
  await expect
    .element(screen.dialog.getByText(/In use: Used for summaries\. Choose a replacement\./))
    .toBeVisible();
  await screen.yes('Remove').click();
  await expect.element(screen.dialog).not.toBeInTheDocument();
  await expect.element(screen.card('short-lived')).not.toBeInTheDocument();
  await expect.element(screen.card('Offline model').getByText('Used for summaries')).toBeVisible();
  expect(app.asked('models.remove')).toEqual([[scriptedId, 'builtin']]);
});

test('a model reads the records only when it is chosen for search, and its test asks for a vector', async () => {
  const { builtin, scripted } = recordedProfiles();
  const id = modelProfileIdSchema.parse('vectors');
  const settings = keepSettings();
  const app = await openApp('/settings/models', {
    models: keepModels([builtin, scripted, { ...scripted, id, name: 'vectors', model: 'vectors-model' }]),
    settings,
    sessions: { meaning: { modelProfileId: id, isAvailable: true, read: 1, total: 1, failure: null } },
  });
  const card = screen.card('vectors');
  await expect.element(screen.field('Embedding model')).toHaveValue('');
  expect(page.getByText('1 of 1 records read.').query()).toBeNull();
  await screen.field('Embedding model').selectOptions('vectors');
  await expect.element(page.getByText('1 of 1 records read.')).toBeVisible();
  expect(app.asked('settings.patch')).toEqual([[{ search: { embeddingModelProfileId: id } }]]);
  await expect.element(card.getByText('Search by meaning')).toBeVisible();
  await card.getByRole('button', { name: 'Test connection' }).click();
  await expect.element(card.getByText(/vectors-model answered in/)).toBeVisible();
  await card.getByRole('link', { name: 'Edit vectors' }).click();
  await screen.button('Test connection').click();
  await expect.poll(() => app.asked('models.test')).toHaveLength(2);
  await screen.field('Temperature').fill('0.4');
  await screen.button('Save and test').click();
  await expect.poll(() => app.asked('models.test')).toHaveLength(3);
  await expect.element(page.getByText(/vectors-model answered in/)).toBeVisible();
  expect(app.asked('models.test')).toEqual([1, 2, 3].map(() => [id, 'embedding']));
  await screen.nav.getByRole('link', { name: 'Models' }).click();
  await screen.field('Embedding model').selectOptions('');
  await expect.element(page.getByText('1 of 1 records read.')).not.toBeInTheDocument();
  expect(app.asked('settings.patch').at(-1)).toEqual([{ search: { embeddingModelProfileId: null } }]);
});
