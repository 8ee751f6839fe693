import type { Segment, ThreadId } from '#schema/spaces/space.ts';
import { threadIdSchema } from '#schema/spaces/space.ts';
import type { LockTarget } from '#store/checks/target.ts';
import type { TablesTransaction } from '#store/database.ts';
import { applyEdits, type Edit, editsWithin } from '#text/second-opinion/edits.ts';
import { hasUnfinished } from './start-fold.ts';
import { writeSummary } from './summary-versions.ts';
import { lockThread } from './thread-row.ts';

/** The summary of a thread. A corrected one is a new version of it. */
export const threadTarget: LockTarget = async (database, trx, { id }) => {
  const threadId = threadIdSchema.safeParse(id).data;
  const thread = threadId === undefined ? undefined : await lockThread(trx, threadId);
  if (thread === undefined || thread.summary === null) return null;
  return {
    text: thread.summary,
    owner: { thread_id: thread.id },
    // It has read the summary as it is now.
    isBusy: await hasUnfinished(trx, thread.id, 'fold'),
    async write({ edits, text, tokens, runId, model, at }) {
      const before = runId === null ? await findAuthor(trx, thread.id, text) : null;
      await writeSummary(trx, thread, {
        reason: runId === null ? 'restore' : 'repair',
        runId: runId ?? before?.run_id ?? null,
        model: model ?? before?.model ?? null,
        throughSeq: thread.summary_through_seq,
        text,
        tokens,
        segments: editSegments(JSON.parse(thread.segments_json), edits, text),
        at,
      });
    },
  };
};

/** Of the version that is brought back. */
function findAuthor(trx: TablesTransaction, threadId: ThreadId, text: string) {
  return trx
    .selectFrom('summary_versions')
    .select(['run_id', 'model'])
    .where('thread_id', '=', threadId)
    .where('text', '=', text)
    .orderBy('revision', 'desc')
    .executeTakeFirst();
}

/** Each block with its own edits; one block where an edit goes across two. */
function editSegments(segments: readonly Segment[], edits: readonly Edit[], text: string): Segment[] {
  let start = 0;
  const edited = segments.map((segment) => {
    const end = start + segment.text.length;
    const own = editsWithin(edits, { start, end });
    start = end + separator.length;
    return { ...segment, text: applyEdits(segment.text, own) };
  });
  const [first, last] = [edited[0], edited.at(-1)];
  if (!first || !last || edited.map((segment) => segment.text).join(separator) === text) return edited;
  return [{ text, fromSeq: first.fromSeq, toSeq: last.toSeq }];
}

const separator = '\n\n';
