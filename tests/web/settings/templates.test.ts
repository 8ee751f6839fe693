import { expect, inject, test } from 'vitest';
import { page } from 'vitest/browser';
import { AppError } from '#schema/app-error.ts';
import { type TemplateSource, templateSourceSchema } from '#schema/template.ts';
import { templateListSchema } from '#schema/wire.ts';
import { openApp } from '../open-app.ts';
import type { Answers } from '../script-answers.ts';
import { screen } from './settings-parts.ts';

const id = 'summary.default';
const place = `/settings/templates?open=${id}`;
const sent = {
  ok: true as const,
  version: 'v1',
  system: 'Write everything in English, whatever the language of the source.',
  prompt: 'The harbour of Lunde is open again.',
};

function recordedList() {
  return templateListSchema.parse(inject('recordedAnswers')['templates.list']?.['']);
}

/** Answers of one template, whose file in the user’s folder is copied, saved, deleted and restored. */
function keepFile(): NonNullable<Answers['templates']> {
  const builtin = templateSourceSchema.parse(inject('recordedAnswers')['templates.source']?.[id]);
  let file: TemplateSource | null = null;
  let deleted = builtin;
  return {
    source: (_id, query) => (query?.origin === 'builtin' ? builtin : (file ?? builtin)),
    check: sent,
    save(_id, { text }) {
      file = { ...builtin, origin: 'user', text, revision: `revision of ${text.length}` };
      return file;
    },
    remove() {
      deleted = file ?? builtin;
      file = null;
    },
    restore() {
      file = deleted;
      return deleted;
    },
  };
}

test('are shown as they are sent, and a rejected file says why', async () => {
  const message = 'mine.yaml: the key taskType is missing.';
  await openApp('/settings/templates', {
    templates: {
      list: { ...recordedList(), notices: [{ file: 'mine.yaml', templateId: null, message, line: null }] },
      check: sent,
    },
  });
  await expect.element(screen.alert.getByText('mine.yaml is not used')).toBeVisible();
  await expect.element(screen.alert.getByText('the key taskType is missing.')).toBeVisible();
  await screen.main.getByRole('link', { name: id, exact: true }).click();
  await expect.element(page.getByText('The built-in template', { exact: true })).toBeVisible();
  await expect.element(page.getByText(/Write everything in English/).first()).toBeVisible();
  await expect.element(screen.main).toMatchTextContent('The harbour of Lunde is open again');
});

test('a copy goes back to the built-in template, which can be undone', async () => {
  const app = await openApp(place, { templates: keepFile() });
  await screen.button('Copy to my folder').click();
  await expect.element(screen.field('Text')).toBeVisible();
  const [, copied] = app.asked('templates.save')[0] ?? [];
  expect(copied).toMatchObject({ revision: null, text: expect.stringContaining(`id: ${id}`) });
  await screen.button('Revert to built-in').click();
  await expect.element(page.getByText(/The built-in template is used again\./)).toBeVisible();
  await expect.element(screen.button('Copy to my folder')).toBeVisible();
  expect(screen.field('Text').query()).toBeNull();
  await screen.button('Undo').click();
  await expect.element(screen.field('Text')).toHaveValue(Reflect.get(Object(copied), 'text'));
  expect(app.asked('templates.restore')).toEqual([[id]]);
});

test('a text that was changed elsewhere in the meantime is not replaced, and the draft stays', async () => {
  const app = await openApp(place, { templates: keepFile() });
  await screen.button('Copy to my folder').click();
  const field = screen.field('Text');
  await expect.element(field).toBeVisible();
  const before = field.element() as HTMLTextAreaElement;
  const text = `${before.value}# mine\n`;
  app.script({
    templates: { save: new AppError('conflict', 'The file has changed in the meantime. Load it again.') },
  });
  await field.fill(text);
  await screen.save.click();
  await expect.element(screen.alert.getByText(/has changed in the meantime/)).toBeVisible();
  const [, { revision }] = app.asked('templates.save').at(-1) as [string, { revision: string }];
  expect(revision).toMatch(/^revision of /);
  await expect.element(field).toHaveValue(text);
  await expect.element(page.getByText('Unsaved changes').first()).toBeVisible();
});

test.each([390, 1280])(
  'the list names the folder and which templates are replaced, %i pixels wide',
  async (width) => {
    const list = recordedList();
    const items = list.items.map((item) =>
      item.id === 'check' ? { ...item, origin: 'user' as const, overrides: true } : item,
    );
    await openApp('/settings/templates', { templates: { list: { ...list, items } } }, { width, height: 844 });
    await expect.element(screen.main.getByText(list.folder, { exact: true })).toBeVisible();
    await expect
      .element(page.getByRole('listitem').filter({ hasText: 'Yours, replaces built-in' }))
      .toMatchTextContent(/^check/);
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(window.innerWidth);
  },
);
