import type { Engine } from '#engine/create-engine.ts';
import { AppError } from '#schema/app-error.ts';
import type { Entry, EntryId } from '#schema/entry.ts';
import type { ModelProfileId, RunId } from '#schema/ids.ts';
import { summaryRoute } from '#schema/named-in-settings.ts';
import type { SummarizeEntryRequest } from '#schema/reader-wire.ts';
import type { Run } from '#schema/runs/run.ts';
import type { Slot } from '#schema/runs/summary.ts';
import type { Settings } from '#schema/settings.ts';
import type { SummarizeTextRequest } from '#schema/wire.ts';
import type { ReaderPorts } from '#sources/entry/ports.ts';
import { requireArticle, sourceOf } from '#sources/entry/require-entry.ts';
import { readTranslatedText } from '#sources/entry/translations/translated-text.ts';
import { normalizeLanguage } from '#text/language/language-names.ts';
import { checkEntry } from './entry-gate.ts';
import { requireText } from './require-text.ts';

/** Throws AppError `source_…` if there is no article to summarize, and `conflict` if auto-summary must not start. */
export async function summarizeEntry(
  ports: Pick<
    ReaderPorts,
    'store' | 'translations' | 'markup' | 'getSettings' | 'engine' | 'hash' | 'requireNamed'
  >,
  id: EntryId,
  request: SummarizeEntryRequest & { runId?: RunId | undefined },
): Promise<Run> {
  const entry = await requireArticle(ports, id);
  if (request.trigger === 'auto') await refuseSecond(ports, entry);
  const finding = checkEntry(entry);
  // An empty text cannot be summarized, even on request.
  if (finding !== null && (request.anyway !== true || finding.code === 'source_empty')) {
    throw new AppError(finding.code, finding.message);
  }
  const { summaryAgent } = await ports.getSettings();
  const variant = chooseVariant(request, summaryAgent);
  const read = request.of === 'translation' ? await requireTranslation(ports, entry, variant) : entry;
  return ports.engine.submit({
    runId: request.runId,
    taskType: 'summary',
    source: { ...sourceOf(id), title: entry.title },
    agentId: 'summary',
    trigger: request.trigger,
    variant,
    route: await chooseRoute(ports, request, summaryAgent),
    templateId: summaryAgent.templateId,
    input: {
      sourceText: read.text,
      title: read.title,
      contentHash: read.contentHash,
      systemPromptOverride: request.systemPromptOverride ?? null,
    },
  });
}

async function chooseRoute(
  { requireNamed }: Pick<ReaderPorts, 'requireNamed'>,
  { modelProfileId }: Pick<SummarizeEntryRequest, 'modelProfileId'>,
  agent: Settings['summaryAgent'],
): Promise<ModelProfileId[]> {
  if (modelProfileId === undefined) return summaryRoute(agent);
  await requireNamed(modelProfileId, 'modelProfileId');
  return [modelProfileId];
}

type Variant = Omit<Slot, 'source'>;

/** Throws AppError `conflict` if the article is not translated. */
async function requireTranslation(
  ports: Pick<ReaderPorts, 'translations' | 'markup' | 'hash'>,
  entry: Entry,
  { targetLanguage }: Variant,
): Promise<Pick<Entry, 'title' | 'text' | 'contentHash'>> {
  const translated = await readTranslatedText(ports, entry, targetLanguage);
  if (translated === null) {
    throw new AppError(
      'conflict',
      `“${entry.title}” is not completely translated into this language. Translate it first.`,
    );
  }
  return { ...translated, contentHash: ports.hash(translated.text) };
}

/** Throws AppError `invalid_input` for a language that does not exist. */
export function chooseVariant(
  request: Pick<SummarizeEntryRequest, 'targetLanguage' | 'detailLevel' | 'of'>,
  agent: Settings['summaryAgent'],
): Variant {
  const code = request.targetLanguage ?? agent.defaultTargetLanguage;
  const targetLanguage = normalizeLanguage(code);
  if (targetLanguage === null) {
    throw new AppError('invalid_input', `“${code}” is not a language code such as en, zh-Hans or pt-BR.`);
  }
  const detailLevel = request.detailLevel ?? agent.defaultDetailLevel;
  return request.of === 'translation'
    ? { targetLanguage, detailLevel, of: request.of }
    : { targetLanguage, detailLevel };
}

/** Auto-summary never replaces an existing summary and never starts a second run. */
async function refuseSecond({ store }: Pick<ReaderPorts, 'store'>, { id, title }: Entry): Promise<void> {
  const stored = await store.listSummaries(sourceOf(id));
  if (stored.length > 0)
    throw new AppError('conflict', `“${title}” already has a summary. Start one yourself to replace it.`);
  const active = await store.listActiveRuns({ entryId: id, taskType: 'summary' });
  if (active.length > 0)
    throw new AppError('conflict', `“${title}” is already being summarized. Wait for it, or stop it.`);
}

interface TextSourcePorts extends Pick<ReaderPorts, 'requireNamed'> {
  engine: Pick<Engine, 'submit'>;
  getSettings(): Promise<Settings>;
  /** SHA-256 in hex. */
  hash(text: string): Promise<string>;
}

/** Summarizes text given directly: pasted, piped or read from a file. Its hash identifies it. */
export async function summarizeText(
  ports: TextSourcePorts,
  request: SummarizeTextRequest & { runId?: RunId | undefined },
): Promise<Run> {
  const title = request.title?.trim() || null;
  requireText(request.text, { title, anyway: request.anyway });
  const { summaryAgent } = await ports.getSettings();
  const contentHash = await ports.hash(request.text);
  return ports.engine.submit({
    runId: request.runId,
    taskType: 'summary',
    source: { kind: 'text', id: contentHash, title },
    agentId: 'summary',
    trigger: 'manual',
    variant: chooseVariant(request, summaryAgent),
    route: await chooseRoute(ports, request, summaryAgent),
    templateId: summaryAgent.templateId,
    input: {
      sourceText: request.text,
      title,
      contentHash,
      systemPromptOverride: request.systemPromptOverride ?? null,
    },
  });
}
