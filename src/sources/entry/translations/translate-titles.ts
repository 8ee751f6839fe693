import { parametersOf } from '#engine/prepare-run.ts';
import { AppError } from '#schema/app-error.ts';
import type { EntryId } from '#schema/entry.ts';
import type { RunId } from '#schema/ids.ts';
import type { Run } from '#schema/runs/run.ts';
import type {
  TitlesQuery,
  TranslatedTitles,
  TranslateTitlesRequest,
} from '#schema/translations/translation-wire.ts';
import type { ReaderPorts } from '#sources/entry/ports.ts';
import type { TitlesSubject } from '#sources/entry/tasks/translation.ts';
import { isSameLanguage } from '#text/language/language-names.ts';
import { plainOf } from '#text/paragraphs/markers.ts';
import { chooseModels, requireModels } from './choose-models.ts';
import { titleParagraph } from './title-paragraph.ts';
import { chooseLanguage } from './translate-entry.ts';

/** Starts one run for the titles without a translation. Throws AppError `conflict` if there are none. */
export async function translateTitles(
  ports: ReaderPorts,
  request: TranslateTitlesRequest & { runId?: RunId | undefined },
): Promise<Run> {
  const { runId } = request;
  const repeated = runId === undefined ? null : await ports.runs.getRun(runId);
  if (repeated !== null) return repeated;
  const { translation } = await ports.getSettings();
  const targetLanguage = chooseLanguage(request.targetLanguage, translation);
  const route = await requireModels(ports);
  const titles = (await readTitles(ports, request.entryIds)).filter(
    ({ language }) => language === null || !isSameLanguage(language, targetLanguage),
  );
  const stored = await ports.translations.listTitles({ targetLanguage, titles });
  const done = new Set(stored.map(({ entryId }) => entryId));
  const open = titles.filter(({ entryId }) => !done.has(entryId));
  const [first] = open;
  if (first === undefined)
    throw new AppError(
      'conflict',
      'All these titles are already translated, or in that language. Choose others.',
    );
  const subject: TitlesSubject = {
    targetLanguage,
    titles: open.map(({ entryId, key, markup }) => ({ entryId, key, markup })),
    sourceLanguage: null,
    glossary: translation.glossary,
  };
  const sourceText = open.map(({ markup }) => plainOf(markup)).join('\n');
  return ports.engine.submit({
    runId,
    taskType: 'title-translation',
    source: { kind: 'text', id: ports.hash(sourceText), title: plainOf(first.markup) },
    agentId: 'translation',
    trigger: 'manual',
    parameters: parametersOf({ targetLanguage }),
    route,
    templateId: translation.templateId,
    input: { sourceText, subject },
  });
}

export async function listTitles(ports: ReaderPorts, query: TitlesQuery): Promise<TranslatedTitles> {
  const { translation } = await ports.getSettings();
  const targetLanguage = chooseLanguage(query.targetLanguage, translation);
  const titles = await readTitles(ports, query.ids);
  const found = await ports.translations.listTitles({ targetLanguage, titles });
  return {
    targetLanguage,
    titles: found.map(({ entryId, text }) => ({ id: entryId, text: plainOf(text) })),
    canTranslate: (await chooseModels(ports)).length > 0,
  };
}

/** Entries that do not exist, and titles without words, are left out. */
async function readTitles({ store }: Pick<ReaderPorts, 'store'>, ids: readonly EntryId[]) {
  const heads = await store.listTitles([...new Set(ids)]);
  return heads.flatMap(({ id, title, language }) => {
    const paragraph = titleParagraph(title);
    return paragraph === null ? [] : [{ entryId: id, language, ...paragraph }];
  });
}
