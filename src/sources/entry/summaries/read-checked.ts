import { entryIdSchema } from '#schema/entry.ts';
import { type RunId, runIdSchema } from '#schema/ids.ts';
import type { Grounding } from '#schema/runs/grounding.ts';
import type { SourceRef } from '#schema/runs/run.ts';
import type { EntryStore, SummaryStore } from '#sources/entry/ports.ts';

interface Store extends Pick<SummaryStore, 'getSummaryByRun'>, Pick<EntryStore, 'getEntry'> {}

interface CheckedSummary {
  source: SourceRef;
  text: string;
  runId: RunId;
  compare(): Promise<{
    grounding: Grounding | null;
    /** Null: it was handed over and not kept, or the article has changed since. */
    sourceText: string | null;
  }>;
}

/** A summary by its run, with the text it was made from. */
export async function readCheckedSummary(
  { store }: { store: Store },
  id: string,
): Promise<CheckedSummary | null> {
  const runId = runIdSchema.safeParse(id).data;
  const summary = runId === undefined ? null : await store.getSummaryByRun(runId);
  if (summary === null) return null;
  const { runId: madeBy, source, text, grounding, contentHash } = summary;
  const entryId = source.kind === 'entry' ? entryIdSchema.safeParse(Number(source.id)).data : undefined;
  const entry = entryId === undefined ? null : await store.getEntry(entryId);
  const sourceText = entry?.contentHash === contentHash ? entry.text : null;
  return {
    source: { ...source, title: entry?.title ?? null },
    text,
    runId: madeBy,
    compare: async () => ({ grounding, sourceText }),
  };
}
