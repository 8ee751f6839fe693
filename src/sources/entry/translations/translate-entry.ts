import { AppError } from '#schema/app-error.ts';
import type { Entry, EntryId } from '#schema/entry.ts';
import { builtinModelProfileId, type ModelProfileId, type RunId } from '#schema/ids.ts';
import { summaryRoute } from '#schema/named-in-settings.ts';
import type { Run } from '#schema/runs/run.ts';
import type { Settings } from '#schema/settings.ts';
import type { TranslateEntryRequest } from '#schema/translations/translation-wire.ts';
import type { ReaderPorts } from '#sources/entry/ports.ts';
import { requireArticle, sourceOf } from '#sources/entry/require-entry.ts';
import type { TranslationSubject } from '#sources/entry/tasks/translation.ts';
import { isSameLanguage, languageDisplayName, normalizeLanguage } from '#text/language/language-names.ts';
import { type ArticleParagraph, titleParagraph } from './title-paragraph.ts';

/**
 * Starts to translate what has no translation yet. Returns the run in progress for the same language, if there is
 * one. Throws AppError `conflict` if nothing is left to translate.
 */
export async function translateEntry(
  ports: ReaderPorts,
  id: EntryId,
  request: TranslateEntryRequest & { runId?: RunId | undefined },
): Promise<Run> {
  const { runId, keys } = request;
  const repeated = runId === undefined ? null : await ports.runs.getRun(runId);
  if (repeated !== null) return repeated;
  const entry = await requireArticle(ports, id);
  const { translation } = await ports.getSettings();
  const targetLanguage = chooseLanguage(request.targetLanguage, translation);
  const route = await requireModels(ports);
  const active = await findActive(ports, id, targetLanguage);
  if (active !== null) return active;
  const all = await listParagraphs(ports, entry);
  if (all.length === 0) throw new AppError('source_empty', 'This entry has no text to translate.');
  const again = request.again === true || keys !== undefined;
  const done = again ? new Set<string>() : await listDone(ports, id, targetLanguage);
  const titleKey = titleParagraph(entry.title)?.key;
  const wanted = keys === undefined ? null : new Set(keys);
  const paragraphs = all.filter(({ key }) => !done.has(key) && (wanted === null || wanted.has(key)));
  if (paragraphs.length === 0) {
    throw new AppError(
      'conflict',
      wanted === null
        ? 'This entry is already translated. Ask for it again to replace the translation.'
        : 'The article no longer has these paragraphs. Translate it again.',
    );
  }
  const sourceLanguage = entry.language === null ? null : normalizeLanguage(entry.language);
  // Once a translation has begun, the check for the same language has been passed or skipped.
  const isFirst = all.every(({ key }) => key === titleKey || !done.has(key));
  if (!again && isFirst && request.anyway !== true) refuseSameLanguage(sourceLanguage, targetLanguage);
  const subject: TranslationSubject = {
    paragraphs,
    sourceLanguage,
    glossary: translation.glossary,
    again,
  };
  return ports.engine.submit({
    runId,
    taskType: 'translation',
    source: { ...sourceOf(id), title: entry.title },
    agentId: 'translation',
    trigger: 'manual',
    variant: { targetLanguage },
    route,
    templateId: translation.templateId,
    input: { sourceText: entry.text, contentHash: entry.contentHash, subject },
  });
}

/** The title comes first. Duplicate paragraphs are omitted. */
export async function listParagraphs(
  { markup }: Pick<ReaderPorts, 'markup'>,
  { title, html }: Pick<Entry, 'title' | 'html'>,
): Promise<ArticleParagraph[]> {
  const head = titleParagraph(title);
  const body = await markup.readParagraphs(html);
  return head === null ? body : [head, ...body.filter(({ key }) => key !== head.key)];
}

/** Throws AppError `invalid_input` for a language that does not exist. */
export function chooseLanguage(
  code: string | undefined,
  { defaultTargetLanguage }: Settings['translation'],
): string {
  const wanted = code ?? defaultTargetLanguage;
  const targetLanguage = normalizeLanguage(wanted);
  if (targetLanguage !== null) return targetLanguage;
  throw new AppError('invalid_input', `“${wanted}” is not a language code such as en, zh-Hans or pt-BR.`);
}

/** Throws AppError `source_same_language`. An unknown language is never refused. */
export function refuseSameLanguage(source: string | null, target: string): void {
  if (source === null || !isSameLanguage(source, target)) return;
  throw new AppError('source_same_language', `The text is in ${languageDisplayName(target)} already.`);
}

export async function findActive(
  { store }: Pick<ReaderPorts, 'store'>,
  entryId: EntryId,
  targetLanguage: string,
): Promise<Run | null> {
  const active = await store.listActiveRuns({ entryId, taskType: 'translation' });
  return active.find((run) => run.targetLanguage === targetLanguage) ?? null;
}

async function listDone(
  { translations }: Pick<ReaderPorts, 'translations'>,
  entryId: EntryId,
  targetLanguage: string,
): Promise<Set<string>> {
  const stored = await translations.listParagraphs({ entryId, targetLanguage });
  return new Set(stored.filter(({ text }) => text !== null).map(({ key }) => key));
}

type Ports = Pick<ReaderPorts, 'getSettings' | 'getProfile'>;

/** The models that translate, in the order they are tried. Empty if only the offline model is there. */
export async function chooseModels(ports: Ports): Promise<ModelProfileId[]> {
  return keepAble(ports, chosenOf(await ports.getSettings()));
}

async function keepAble({ getProfile }: Ports, route: readonly ModelProfileId[]): Promise<ModelProfileId[]> {
  const able: ModelProfileId[] = [];
  for (const id of route) {
    // A model that cannot be opened now stays in the route, so that its run reports why it failed.
    const profile = id === builtinModelProfileId ? null : await getProfile(id).catch(() => undefined);
    if (profile !== null && profile?.provider !== 'builtin') able.push(id);
  }
  return able;
}

function chosenOf({ translation, summaryAgent }: Settings): ModelProfileId[] {
  const { primaryModelProfileId: primary, fallbackModelProfileId: fallback } = translation;
  const route = primary === null ? summaryRoute(summaryAgent) : [primary];
  return fallback === null || route.includes(fallback) ? route : [...route, fallback];
}

/** `only` replaces the models of the settings. */
export async function requireModels(
  ports: Ports & Pick<ReaderPorts, 'requireNamed'>,
  only?: ModelProfileId,
): Promise<ModelProfileId[]> {
  if (only !== undefined) await ports.requireNamed(only, 'modelProfileId');
  const route = only === undefined ? await chooseModels(ports) : await keepAble(ports, [only]);
  if (route.length > 0) return route;
  throw new AppError('model_cannot_translate', 'The offline model cannot translate.');
}
