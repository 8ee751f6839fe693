import { expect, inject } from 'vitest';
import { page } from 'vitest/browser';
import { type EntryHead, entrySchema } from '#schema/entry.ts';
import { type EntryPatch, entryPageSchema } from '#schema/reader-wire.ts';
import { entryTranslationSchema } from '#schema/translations/translation-wire.ts';
import { openApp } from '../open-app.ts';
import type { Answers } from '../script-answers.ts';

const recorded = inject('recordedAnswers');
const { entryId } = inject('world');

export const bridge = entrySchema.parse(recorded['reader.entries.get']?.[entryId]);
const translation = entryTranslationSchema.parse(recorded['translations.get']?.[entryId]);
export const entryPage = entryPageSchema.parse(recorded['reader.entries.list']?.['']);

/** Opens the article on the bridge, without a summary and without a model that could translate it. */
export async function openBridge(answers: Answers = {}, options: Parameters<typeof openApp>[2] = {}) {
  let head: EntryHead = { ...headOf(bridge), hasSummary: false, summaryStart: null };
  const change = (patch: EntryPatch) => {
    head = { ...head, ...patch };
    return head;
  };
  const { reader, ...rest } = answers;
  const app = await openApp(
    `/reader/all/${entryId}`,
    {
      translations: { get: { ...translation, canTranslate: false } },
      threads: { search: { items: [], nextCursor: null } },
      ...rest,
      reader: {
        ...reader,
        summaries: { list: { items: [], active: null }, ...reader?.summaries },
        entries: {
          list: () => ({
            ...entryPage,
            items: entryPage.items.map((item) => (item.id === entryId ? head : item)),
          }),
          get: () => ({ ...bridge, ...head }),
          patch: (_, patch = {}) => change(patch),
          ...reader?.entries,
        },
      },
    },
    options,
  );
  await expect.element(page.getByTestId('article')).toBeVisible();
  await expect.element(page.getByTestId('empty-slot')).toBeVisible();
  return app;
}

function headOf(entry: typeof bridge): EntryHead {
  const found = entryPage.items.find(({ id }) => id === entry.id);
  if (found === undefined) throw new Error('the entry is not in the list');
  return found;
}
