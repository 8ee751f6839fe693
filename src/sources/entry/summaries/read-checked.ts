import { type Entry, entryIdSchema } from '#schema/entry.ts';
import { type RunId, runIdSchema } from '#schema/ids.ts';
import type { Grounding } from '#schema/runs/grounding.ts';
import type { SourceRef } from '#schema/runs/run.ts';
import type { Summary } from '#schema/runs/summary.ts';
import type { EntryRuns, EntryStore, SummaryStore } from '#sources/entry/ports.ts';

interface Ports {
  store: Pick<SummaryStore, 'getSummaryByRun'> & Pick<EntryStore, 'getEntry'>;
  runs: Pick<EntryRuns, 'getRun'>;
  /** The translated text, for a summary that was made from a translation. */
  readTranslation(entry: Entry, targetLanguage: string): Promise<string | null>;
  /** SHA-256 in hex. */
  hash(text: string): string;
}

interface CheckedSummary {
  source: SourceRef;
  text: string;
  runId: RunId;
  compare(): Promise<{
    grounding: Grounding | null;
    /** Null if the text was given directly and is not stored, or if the article has changed since. */
    sourceText: string | null;
  }>;
  url: string | null;
  language: string;
  provider: string | null;
  model: string | null;
  madeAt: number;
}

/** A summary by its run, with the text it was made from. */
export async function readCheckedSummary(ports: Ports, id: string): Promise<CheckedSummary | null> {
  const { store, runs } = ports;
  const runId = runIdSchema.safeParse(id).data;
  const summary = runId === undefined ? null : await store.getSummaryByRun(runId);
  if (summary === null) return null;
  const { runId: madeBy, source, text, grounding, targetLanguage, createdAt } = summary;
  const entryId = source.kind === 'entry' ? entryIdSchema.safeParse(Number(source.id)).data : undefined;
  const entry = entryId === undefined ? null : await store.getEntry(entryId);
  const sourceText = entry && (await readSource(ports, entry, summary));
  const run = await runs.getRun(madeBy);
  return {
    source: { ...source, title: entry?.title ?? null },
    text,
    runId: madeBy,
    compare: async () => ({ grounding, sourceText }),
    url: entry?.url ?? null,
    language: targetLanguage,
    provider: run?.provider ?? null,
    model: run?.model ?? null,
    madeAt: run?.finishedAt ?? createdAt,
  };
}

/** Null if the text has changed since. */
async function readSource(
  { readTranslation, hash }: Ports,
  entry: Entry,
  { of, targetLanguage, contentHash }: Summary,
): Promise<string | null> {
  if (of === undefined) return entry.contentHash === contentHash ? entry.text : null;
  const text = await readTranslation(entry, targetLanguage);
  return text !== null && hash(text) === contentHash ? text : null;
}
