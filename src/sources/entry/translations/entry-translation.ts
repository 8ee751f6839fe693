import { AppError } from '#schema/app-error.ts';
import type { EntryId } from '#schema/entry.ts';
import type { Run } from '#schema/runs/run.ts';
import type { ClearedTranslations, EntryTranslation } from '#schema/translations/translation-wire.ts';
import type { ReaderPorts } from '#sources/entry/ports.ts';
import { requireArticle, requireEntry } from '#sources/entry/require-entry.ts';
import { normalizeLanguage } from '#text/language/language-names.ts';
import { titleParagraph } from './title-paragraph.ts';
import { chooseLanguage, chooseModels, findActive, listParagraphs } from './translate-entry.ts';
import { readTranslatedText } from './translated-text.ts';

/** The stored translation of the current article in one language. */
export async function getTranslation(
  ports: ReaderPorts,
  id: EntryId,
  query: { targetLanguage?: string | undefined },
): Promise<EntryTranslation> {
  const { translations, runs } = ports;
  const entry = await requireArticle(ports, id);
  const { translation } = await ports.getSettings();
  const targetLanguage = chooseLanguage(query.targetLanguage, translation);
  const of = { entryId: id, targetLanguage };
  const all = await listParagraphs(ports, entry);
  const stored = new Map((await translations.listParagraphs(of)).map((each) => [each.key, each]));
  const paragraphs = all.flatMap(({ key }) => stored.get(key) ?? []);
  const last = await translations.getLastRun(of);
  const titleKey = titleParagraph(entry.title)?.key ?? null;
  const madeBy = new Set(paragraphs.flatMap(({ text, runId }) => (text === null ? [] : [runId])));
  const makers = await Promise.all(Array.from(madeBy, (runId) => runs.getRun(runId)));
  return {
    targetLanguage,
    sourceLanguage: entry.language === null ? null : normalizeLanguage(entry.language),
    total: all.length,
    translated: paragraphs.filter(({ text }) => text !== null).length,
    titleKey,
    paragraphs: paragraphs.map(({ key, text, problem, marks }) => ({ key, text, problem, marks })),
    languages: await describeLanguages(
      ports,
      id,
      all.flatMap(({ key }) => (key === titleKey ? [] : [key])),
    ),
    active: await findActive(ports, id, targetLanguage),
    failed: last?.status === 'failed' ? last : null,
    maker: describeMakers(makers.filter((run) => run !== null)),
    templateChanged: await isTemplateChanged(ports, { ...of, templateId: translation.templateId }),
    canTranslate: (await chooseModels(ports)).length > 0,
  };
}

/** The stored translations by language, each with whether it is complete enough for a summary. */
async function describeLanguages(
  { translations }: Pick<ReaderPorts, 'translations'>,
  entryId: EntryId,
  keys: readonly string[],
): Promise<EntryTranslation['languages']> {
  const languages = await translations.listLanguages(entryId);
  return Promise.all(
    languages.map(async (language) => {
      const { targetLanguage } = language;
      const stored = new Set(
        (await translations.listParagraphs({ entryId, targetLanguage })).map(({ key }) => key),
      );
      return { ...language, isComplete: keys.every((key) => stored.has(key)) };
    }),
  );
}

/** The newest run names the model. Cost and time are totals of all runs. */
function describeMakers(runs: readonly Run[]): EntryTranslation['maker'] {
  const newest = runs.toSorted((a, b) => (a.finishedAt ?? 0) - (b.finishedAt ?? 0)).at(-1);
  if (newest === undefined) return null;
  const { id, provider, model, finishedAt } = newest;
  return {
    runId: id,
    provider,
    model,
    costUsd: sumOf(runs.map(({ usage }) => usage?.costUsd ?? null)),
    isCostComplete: runs.every(({ status }) => status !== 'cancelled'),
    durationMs: sumOf(runs.map(({ durationMs }) => durationMs)),
    finishedAt,
  };
}

/** The sum of the known values, or null if there are none. */
function sumOf(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0);
}

async function isTemplateChanged(
  { translations, templates }: ReaderPorts,
  { entryId, targetLanguage, templateId }: { entryId: EntryId; targetLanguage: string; templateId: string },
): Promise<boolean> {
  const slot = await translations.getSlot({ entryId, targetLanguage });
  if (slot === null || slot.templateHash === null) return false;
  return slot.templateHash !== (await templates.hashOf(templateId).catch(() => null));
}

/** The text of the translation, as summaries read it. */
export async function getTranslatedText(
  ports: ReaderPorts,
  id: EntryId,
  query: { targetLanguage?: string | undefined },
): Promise<string | null> {
  const entry = await requireArticle(ports, id);
  const { translation } = await ports.getSettings();
  const read = await readTranslatedText(ports, entry, chooseLanguage(query.targetLanguage, translation));
  return read?.text ?? null;
}

/** Clears one language, or all, and cancels translations in progress. */
export async function clearTranslations(
  ports: ReaderPorts,
  id: EntryId,
  query: { targetLanguage?: string | undefined },
): Promise<ClearedTranslations> {
  await requireEntry(ports, id);
  const targetLanguage = query.targetLanguage === undefined ? null : normalizeLanguage(query.targetLanguage);
  for (const run of await ports.store.listActiveRuns({ entryId: id, taskType: 'translation' })) {
    if (targetLanguage === null || run.targetLanguage === targetLanguage) await ports.engine.cancel(run.id);
  }
  const undoId = ports.newId();
  const deleted = await ports.translations.clear({
    entryId: id,
    targetLanguage,
    undoId,
    at: ports.clock.now(),
  });
  await announce(ports);
  return { deleted, undoId: deleted === 0 ? null : undoId };
}

/** Undoes a clear. Throws `not_found` if it was too long ago. */
export async function restoreTranslations(ports: ReaderPorts, id: EntryId, undoId: string): Promise<number> {
  await requireEntry(ports, id);
  const { storage } = await ports.getSettings();
  const at = ports.clock.now();
  const restored = await ports.translations.restore({ entryId: id, undoId, at, cap: storage.translationCap });
  if (restored === 0) throw new AppError('not_found', 'The cleared translation is no longer stored.');
  await announce(ports);
  return restored;
}

async function announce({ bus }: Pick<ReaderPorts, 'bus'>): Promise<void> {
  await bus.publish({ kind: 'changed', what: 'entries' });
  // Screens that show translations reload them when runs change.
  await bus.publish({ kind: 'changed', what: 'runs' });
}
