import { parametersOf } from '#engine/prepare-run.ts';
import { withPorts } from '#engine/with-ports.ts';
import { AppError } from '#schema/app-error.ts';
import type { EntryId } from '#schema/entry.ts';
import type { RunId } from '#schema/ids.ts';
import type { Run } from '#schema/runs/run.ts';
import type {
  ExportEntryQuery,
  TitlesQuery,
  TranslatedTitles,
  TranslateTextRequest,
  TranslateTitlesRequest,
} from '#schema/translations/translation-wire.ts';
import type { ReaderPorts } from '#sources/entry/ports.ts';
import { requireArticle } from '#sources/entry/require-entry.ts';
import type { TextTranslationSubject, TitlesSubject } from '#sources/entry/tasks/translation.ts';
import { isSameLanguage } from '#text/language/language-names.ts';
import { plainOf } from '#text/paragraphs/markers.ts';
import { nameExport } from '#text/paragraphs/name-export.ts';
import {
  clearTranslations,
  getTranslatedText,
  getTranslation,
  restoreTranslations,
} from './entry-translation.ts';
import { titleParagraph } from './title-paragraph.ts';
import {
  chooseLanguage,
  chooseModels,
  listParagraphs,
  refuseSameLanguage,
  requireModels,
  translateEntry,
} from './translate-entry.ts';

/** Everything about translations of entries. Throws AppError. */
export function createTranslations(ports: ReaderPorts) {
  return withPorts(ports, {
    get: getTranslation,
    start: translateEntry,
    text: getTranslatedText,
    startText: translateText,
    clear: clearTranslations,
    restore: restoreTranslations,
    startTitles: translateTitles,
    titles: listTitles,
    exportEntry,
  });
}

const mediaTypes = {
  md: 'text/markdown; charset=utf-8',
  html: 'text/html; charset=utf-8',
  txt: 'text/plain; charset=utf-8',
} as const;

interface ExportedFile {
  name: string;
  mediaType: string;
  text: string;
}

/** The article as a file, with its translation if requested. */
async function exportEntry(ports: ReaderPorts, id: EntryId, query: ExportEntryQuery): Promise<ExportedFile> {
  const { title, url, html, language } = await requireArticle(ports, id);
  const { translation } = await ports.getSettings();
  const targetLanguage = chooseLanguage(query.targetLanguage, translation);
  const { format, layout } = query;
  const stored =
    layout === 'original' ? [] : await ports.translations.listParagraphs({ entryId: id, targetLanguage });
  const texts = new Map(stored.flatMap(({ key, text }) => (text === null ? [] : [[key, text]])));
  const text = await ports.markup.writeTranslated(
    { title, url, html, language },
    { format, layout, targetLanguage, texts },
  );
  const named = nameExport(title.trim() === '' ? 'article' : title, {
    layout,
    source: language,
    language: targetLanguage,
  });
  const name = named.replace(/[\p{Cc}\\/:*?"<>|]+/gu, ' ').trim();
  return { name: `${name === '' ? 'article' : name}.${format}`, mediaType: mediaTypes[format], text };
}

/** Long enough to detect the language. */
const sampleCharacters = 20_000;

/** Translates a text that is not an entry, such as a file on the command line. Its hash identifies it. */
async function translateText(
  ports: ReaderPorts,
  request: TranslateTextRequest & { runId?: RunId | undefined },
): Promise<Run> {
  const title = request.title?.trim() ?? '';
  const { translation } = await ports.getSettings();
  const targetLanguage = chooseLanguage(request.targetLanguage, translation);
  const route = await requireModels(ports, request.modelProfileId);
  const paragraphs = await listParagraphs(ports, { title, html: request.html });
  if (paragraphs.length === 0) throw new AppError('source_empty', 'There is no text to translate.');
  const sourceText = paragraphs.map(({ markup }) => plainOf(markup)).join('\n\n');
  // Loaded on first use because its tables are large.
  const { detectLanguage } = await import('#text/language/language.ts');
  const sourceLanguage = detectLanguage(sourceText.slice(0, sampleCharacters))?.language ?? null;
  if (request.anyway !== true) refuseSameLanguage(sourceLanguage, targetLanguage);
  const { glossary } = translation;
  const subject: TextTranslationSubject = { targetLanguage, paragraphs, sourceLanguage, glossary };
  return ports.engine.submit({
    runId: request.runId,
    taskType: 'text-translation',
    source: { kind: 'text', id: ports.hash(sourceText), title: title === '' ? null : title },
    agentId: 'translation',
    trigger: 'manual',
    parameters: parametersOf({ targetLanguage }),
    route,
    templateId: translation.templateId,
    input: { sourceText, subject },
  });
}

/** Starts one run for the titles without a translation. Throws AppError `conflict` if there are none. */
async function translateTitles(
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

async function listTitles(ports: ReaderPorts, query: TitlesQuery): Promise<TranslatedTitles> {
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

/** Omits entries that do not exist and titles without words. */
async function readTitles({ store }: Pick<ReaderPorts, 'store'>, ids: readonly EntryId[]) {
  const heads = await store.listTitles([...new Set(ids)]);
  return heads.flatMap(({ id, title, language }) => {
    const paragraph = titleParagraph(title);
    return paragraph === null ? [] : [{ entryId: id, language, ...paragraph }];
  });
}
