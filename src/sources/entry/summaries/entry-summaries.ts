import { AppError } from '#schema/app-error.ts';
import type { Entry, EntryId } from '#schema/entry.ts';
import type { ModelProfile } from '#schema/models/model-profile.ts';
import type { ClearedSummaries, EntrySummaries, EntrySummary, SummarySlot } from '#schema/reader-wire.ts';
import type { Run } from '#schema/runs/run.ts';
import type { Summary } from '#schema/runs/summary.ts';
import type { Settings } from '#schema/settings.ts';
import type { ReaderPorts } from '#sources/entry/ports.ts';
import { requireArticle, requireEntry, sourceOf } from '#sources/entry/require-entry.ts';
import { readTranslatedText } from '#sources/entry/translations/translated-text.ts';

type SummaryPorts = Pick<
  ReaderPorts,
  'store' | 'translations' | 'markup' | 'hash' | 'runs' | 'getSettings' | 'templates' | 'getProfile' | 'bus'
>;

/** The stored summaries of an entry, newest first, each with the reasons why it is out of date. */
export async function listEntrySummaries(ports: SummaryPorts, id: EntryId): Promise<EntrySummaries> {
  const { store, runs } = ports;
  const entry = await requireArticle(ports, id);
  const { summaryAgent } = await ports.getSettings();
  const primary = await findPrimary(ports, summaryAgent);
  const { templateId } = summaryAgent;
  const items: EntrySummary[] = [];
  for (const summary of await store.listSummaries(sourceOf(id))) {
    const run = await runs.getRun(summary.runId);
    if (run !== null)
      items.push({
        summary,
        run,
        stale: await findStale(ports, { entry, summary, run, primary, templateId }),
      });
  }
  const [active = null] = await store.listActiveRuns({ entryId: id, taskType: 'summary' });
  return { items, active };
}

type ClearPorts = Pick<ReaderPorts, 'store' | 'getSettings' | 'bus' | 'engine' | 'clock' | 'newId'>;

/** Clears one slot, or all summaries of the entry, and cancels runs in progress for them. */
export async function clearSummaries(
  ports: ClearPorts,
  id: EntryId,
  slot: SummarySlot | null,
): Promise<ClearedSummaries> {
  const { store, engine, clock } = ports;
  await requireEntry({ store }, id);
  for (const run of await store.listActiveRuns({ entryId: id, taskType: 'summary' })) {
    if (slot === null || isOfSlot(run, slot)) await engine.cancel(run.id);
  }
  const undoId = ports.newId();
  const deleted = await store.clearSummaries({ source: sourceOf(id), slot, undoId, at: clock.now() });
  await announceSummaries(ports);
  return { deleted, undoId: deleted === 0 ? null : undoId };
}

/** Undoes a clear. Throws `not_found` if it was too long ago. */
export async function restoreSummaries(ports: ClearPorts, id: EntryId, undoId: string): Promise<number> {
  const { store, clock } = ports;
  await requireEntry(ports, id);
  const { storage } = await ports.getSettings();
  const cap = storage.summaryCap;
  const restored = await store.restoreSummaries({ source: sourceOf(id), undoId, at: clock.now(), cap });
  if (restored === 0) throw new AppError('not_found', 'The cleared summary is no longer stored.');
  await announceSummaries(ports);
  return restored;
}

async function announceSummaries({ bus }: Pick<ReaderPorts, 'bus'>): Promise<void> {
  await bus.publish({ kind: 'changed', what: 'entries' });
  // Screens that show summaries reload them when runs change.
  await bus.publish({ kind: 'changed', what: 'runs' });
}

function isOfSlot({ variant }: Run, { targetLanguage, detailLevel, of }: SummarySlot): boolean {
  return (
    variant.targetLanguage === targetLanguage && variant.detailLevel === detailLevel && variant.of === of
  );
}

type Primary = Pick<ModelProfile, 'id' | 'model' | 'updatedAt'>;

/** Null if the settings name a profile that does not exist. */
async function findPrimary(
  { getProfile }: SummaryPorts,
  summaryAgent: Settings['summaryAgent'],
): Promise<Primary | null> {
  try {
    return await getProfile(summaryAgent.primaryModelProfileId);
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}

interface Made {
  entry: Entry;
  summary: Summary;
  run: Run;
  /** The primary model in the current settings. */
  primary: Primary | null;
  templateId: string;
}

async function findStale(
  ports: SummaryPorts,
  { entry, summary, run, primary, templateId }: Made,
): Promise<EntrySummary['stale']> {
  const stale: EntrySummary['stale'] = [];
  const { templates } = ports;
  if (summary.contentHash !== (await hashNow(ports, entry, summary))) stale.push('article');
  // The templates of a run without provenance are unknown, so it does not count as out of date.
  if (run.provenance !== null) {
    const now = await templates.hashOf(templateId).catch(() => null);
    const isCurrent = summary.templateHash === now && (await templates.areCurrent(run.provenance.templates));
    if (!isCurrent) stale.push('template');
  }
  if (primary !== null && isOtherModel(run, primary)) stale.push('model');
  return stale;
}

/** Hash of the text that would be summarized now, or null if there is none. */
async function hashNow(
  ports: SummaryPorts,
  entry: Entry,
  { of, targetLanguage }: Summary,
): Promise<string | null> {
  if (of === undefined) return entry.contentHash;
  const translated = await readTranslatedText(ports, entry, targetLanguage);
  return translated && ports.hash(translated.text);
}

/**
 * A run that fell back was first sent to the primary model. Providers report longer or different model names
 * (`gpt-5.2-2026-02-01`), so names are compared only if the profile changed after the run.
 */
function isOtherModel(run: Run, primary: Primary): boolean {
  if (run.route[0] !== primary.id) return true;
  if (run.modelProfileId !== primary.id || run.model === null) return false;
  if (primary.updatedAt <= (run.finishedAt ?? 0)) return false;
  return !run.model.startsWith(primary.model) && !primary.model.startsWith(run.model);
}
