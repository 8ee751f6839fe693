import { AppError } from '#schema/app-error.ts';
import { entryIdSchema } from '#schema/entry.ts';
import { runIdSchema } from '#schema/ids.ts';
import type { Grounding } from '#schema/runs/grounding.ts';
import type { EntryRuns, EntryStore, SummaryStore } from '#sources/entry/ports.ts';

interface CheckedSummary {
  title: string;
  url: string | null;
  sourceText: string;
  text: string;
  language: string;
  grounding: Grounding | null;
  provider: string | null;
  model: string | null;
  madeAt: number;
}

interface Ports {
  store: Pick<SummaryStore, 'getSummaryByRun'> & Pick<EntryStore, 'getEntry'>;
  runs: Pick<EntryRuns, 'getRun'>;
}

/**
 * The summary of an entry that a run has made, with the text it was checked against. Null: there is none. Throws
 * AppError `conflict` if that text is gone.
 */
export async function readCheckedSummary(
  { store, runs }: Ports,
  runId: string,
): Promise<CheckedSummary | null> {
  const id = runIdSchema.safeParse(runId).data;
  const summary = id === undefined ? null : await store.getSummaryByRun(id);
  if (summary === null) return null;
  const { source, contentHash, text, targetLanguage, grounding, createdAt } = summary;
  if (source.kind === 'text')
    throw new AppError(
      'conflict',
      'The text of this summary is not stored. Summarize it with precis summarize --receipt.',
    );
  const entryId = entryIdSchema.safeParse(Number(source.id)).data;
  const entry = entryId === undefined ? null : await store.getEntry(entryId);
  if (entry === null) return null;
  if (entry.contentHash !== contentHash)
    throw new AppError(
      'conflict',
      'The article has changed since it was summarized. Summarize it again to get a receipt.',
    );
  const run = await runs.getRun(summary.runId);
  return {
    title: entry.title,
    url: entry.url,
    sourceText: entry.text,
    text,
    language: targetLanguage,
    grounding,
    provider: run?.provider ?? null,
    model: run?.model ?? null,
    madeAt: run?.finishedAt ?? createdAt,
  };
}
