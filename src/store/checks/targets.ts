import { sql } from 'kysely';
import type { HistorianOutput } from '#schema/conversations/conversation.ts';
import { conversationIdSchema } from '#schema/conversations/conversations-wire.ts';
import { type RunId, runIdSchema } from '#schema/ids.ts';
import type { CheckTarget } from '#schema/runs/check-wire.ts';
import type { Grounding } from '#schema/runs/grounding.ts';
import { groundFields, placeFields, presentFields, type SummaryFields } from '#schema/sessions/session.ts';
import { type Segment, type ThreadId, threadIdSchema } from '#schema/spaces/space.ts';
import { isHeld } from '#store/conversations/conversation-lease.ts';
import type { Database, TablesTransaction } from '#store/database.ts';
import { forgetVector } from '#store/meaning/meaning.ts';
import { indexSummaries } from '#store/reader/summaries.ts';
import { lockSession, toFields } from '#store/sessions/session-row.ts';
import { hashFields } from '#store/sessions/session-summary.ts';
import { lockThread } from '#store/spaces/thread-row.ts';
import { hasUnfinished, writeSummary } from '#store/spaces/thread-summaries.ts';
import { toStoredJson } from '#store/stored-text.ts';
import type { OwnerColumns } from '#store/tables.ts';
import { applyEdits, type Edit, editsWithin } from '#text/second-opinion/edits.ts';

/** The summary that a run made of a turn, unless something that the run read has been deleted. */
const sessionTarget: LockTarget = async (database, trx, { id }) => {
  const runId = runIdSchema.safeParse(id).data;
  if (runId === undefined) return null;
  const select = trx
    .selectFrom('session_summaries')
    .innerJoin('session_orders', 'session_orders.run_id', 'session_summaries.run_id')
    .selectAll('session_summaries')
    .where('session_summaries.run_id', '=', runId)
    .where('session_orders.is_void', '=', 0);
  const found = await select.executeTakeFirst();
  // The row is read again under the lock, because a deletion may have come first. A later deletion finds what is
  // written here.
  const session = found && (await lockSession(trx, found.session_id));
  const row = session && (await select.executeTakeFirst());
  if (!row) return null;
  const fields = toFields(row);
  return {
    text: presentFields(fields),
    owner: { session_summary_id: row.id },
    isBusy: false,
    async write({ edits, grounding }) {
      const edited = editFields(fields, edits);
      const hash = hashFields(edited);
      const same = await trx
        .selectFrom('session_summaries')
        .select('id')
        .where('session_id', '=', row.session_id)
        .where('prompt_number', '=', row.prompt_number)
        .where('content_hash', '=', hash)
        .executeTakeFirst();
      await trx
        .updateTable('session_summaries')
        .set({
          ...edited,
          ...(same ? {} : { content_hash: hash }),
          grounding_json: toStoredJson(groundFields(edited, grounding)),
        })
        .where('id', '=', row.id)
        .execute();
      await database.recordQueue.add(trx, 'summary', sql`id = ${row.id}`);
      await forgetVector(trx, 'summary', row.id);
    },
  };
};

function editFields(fields: SummaryFields, edits: readonly Edit[]): SummaryFields {
  const edited = placeFields(fields).map((place) => [
    place.name,
    applyEdits(place.text, editsWithin(edits, place)),
  ]);
  return { ...fields, ...Object.fromEntries(edited) };
}

/** The summary of a thread. A correction is stored as a new version of it. */
const threadTarget: LockTarget = async (database, trx, { id }) => {
  const threadId = threadIdSchema.safeParse(id).data;
  const thread = threadId === undefined ? undefined : await lockThread(trx, threadId);
  if (thread === undefined || thread.summary === null) return null;
  return {
    text: thread.summary,
    owner: { thread_id: thread.id },
    // An unfinished fold has read the summary as it is now.
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

/** Finds the run and the model that wrote the version that is restored. */
function findAuthor(trx: TablesTransaction, threadId: ThreadId, text: string) {
  return trx
    .selectFrom('summary_versions')
    .select(['run_id', 'model'])
    .where('thread_id', '=', threadId)
    .where('text', '=', text)
    .orderBy('revision', 'desc')
    .executeTakeFirst();
}

/** Applies the edits of each block to that block. Returns a single block when an edit spans two blocks. */
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

/** The narrative in the state of a conversation. */
const conversationTarget: LockTarget = async (_database, trx, { id, at }) => {
  const conversationId = conversationIdSchema.safeParse(id).data;
  if (conversationId === undefined) return null;
  const row = await trx
    .selectFrom('conversations')
    .selectAll()
    .where('id', '=', conversationId)
    .forUpdate()
    .executeTakeFirst();
  if (!row || row.state_json === null) return null;
  const state: HistorianOutput = JSON.parse(row.state_json);
  return {
    text: state.conversation.history_summary,
    owner: { conversation_id: row.id },
    // The turn in progress has read the state as it is now, and replaces it when it ends.
    isBusy: await isHeld(trx, row, at),
    async write({ text }) {
      const conversation = { ...state.conversation, history_summary: text };
      await trx
        .updateTable('conversations')
        // The revision changes, so that a holder whose lease has expired cannot save over the new state.
        .set({ state_json: toStoredJson({ ...state, conversation }), revision: row.revision + 1 })
        .where('id', '=', row.id)
        .execute();
    },
  };
};

/** The summary that a run made of an entry or a text. */
const summaryTarget: LockTarget = async (database, trx, { id }) => {
  const runId = runIdSchema.safeParse(id).data;
  if (runId === undefined) return null;
  await database.lockSlots(trx);
  const row = await trx
    .selectFrom('slots')
    .innerJoin('summaries', 'summaries.run_id', 'slots.run_id')
    .select(['slots.source_id', 'summaries.text'])
    .where('slots.run_id', '=', runId)
    .where('slots.cleared_at', 'is', null)
    .executeTakeFirst();
  if (!row) return null;
  return {
    text: row.text,
    owner: { slot_run_id: runId },
    isBusy: false,
    async write({ text, grounding, at }) {
      await trx.updateTable('summaries').set({ text }).where('run_id', '=', runId).execute();
      await trx
        .updateTable('slots')
        .set({ grounding_json: toStoredJson(grounding), updated_at: at })
        .where('run_id', '=', runId)
        .execute();
      await indexSummaries(database, trx, [row.source_id]);
    },
  };
};

export const targets: Record<CheckTarget['kind'], LockTarget> = {
  summary: summaryTarget,
  thread: threadTarget,
  conversation: conversationTarget,
  session: sessionTarget,
};

/** A summary that is locked until the transaction ends. */
export interface LockedTarget {
  text: string;
  /** The columns of the summary's owner. Rows about the summary are deleted with the owner. */
  owner: Partial<OwnerColumns>;
  /** Whether other work is about to replace the summary. That work would fail if the summary changed. */
  isBusy: boolean;
  /** Replaces the text in place and updates everything that depends on it. */
  write(changed: ChangedText): Promise<void>;
}

interface ChangedText {
  edits: Edit[];
  text: string;
  tokens: number;
  /** The verdicts of the rules on the new text. */
  grounding: Grounding;
  /** The run that changed the text. It is null when a person restored the text before. */
  runId: RunId | null;
  model: string | null;
  at: number;
}

/** Returns null when there is no such summary or it was cleared. */
type LockTarget = (
  database: Database,
  trx: TablesTransaction,
  locking: { id: string; at: number },
) => Promise<LockedTarget | null>;
