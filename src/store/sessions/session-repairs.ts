import { createHash } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { BeforeRepair } from '#schema/check-wire.ts';
import { presentFields } from '#schema/sessions/field-text.ts';
import type { SessionSummary, SessionSummaryId } from '#schema/sessions/session.ts';
import type { Tables } from '#store/tables.ts';

/** Adds the text before its correction to each summary that a model has corrected. */
export async function addBefore(
  db: Kysely<Tables>,
  summaries: readonly SessionSummary[],
): Promise<SessionSummary[]> {
  const ids = summaries.map(({ id }) => id);
  const repairs = ids.length === 0 ? [] : await readRepairs(db, ids);
  return summaries.map((summary) => {
    const own = repairs.filter(({ session_summary_id }) => session_summary_id === summary.id);
    if (own.length === 0) return summary;
    const hash = createHash('sha256').update(presentFields(summary)).digest('hex');
    const newest = own.find(({ new_text_hash }) => new_text_hash === hash);
    return newest === undefined ? summary : { ...summary, before: toBefore(newest) };
  });
}

/** Newest first. */
function readRepairs(db: Kysely<Tables>, ids: readonly SessionSummaryId[]) {
  return db
    .selectFrom('repairs')
    .select(['session_summary_id', 'run_id', 'new_text_hash', 'text', 'provider', 'model', 'created_at'])
    .where('session_summary_id', 'in', ids)
    .orderBy('created_at', 'desc')
    .orderBy('run_id', 'desc')
    .execute();
}

function toBefore({
  run_id,
  text,
  provider,
  model,
  created_at,
}: Awaited<ReturnType<typeof readRepairs>>[number]): BeforeRepair {
  return { runId: run_id, text, provider, model, at: created_at };
}
