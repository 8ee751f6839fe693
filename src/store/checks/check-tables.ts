import type { CheckTarget } from '#schema/check-wire.ts';
import type { ConversationId } from '#schema/conversations/conversations-wire.ts';
import type { RunId } from '#schema/ids.ts';
import type { SessionSummaryId } from '#schema/sessions/session.ts';
import type { ThreadId } from '#schema/spaces/space.ts';

export interface CheckTables {
  checks: ChecksTable;
  repairs: RepairsTable;
}

/** The summary that a row is about. One of the last four is set, and with what it names the row goes. */
export interface OwnerColumns {
  target_kind: CheckTarget['kind'];
  target_id: string;
  slot_run_id: RunId | null;
  thread_id: ThreadId | null;
  conversation_id: ConversationId | null;
  session_summary_id: SessionSummaryId | null;
}

/** The opinions of a model on one summary, while its text has this hash. */
interface ChecksTable extends OwnerColumns {
  text_hash: string;
  opinions_json: string;
  check_json: string;
}

/** A summary as it was before a run corrected it, with the opinions on it. */
interface RepairsTable extends OwnerColumns {
  run_id: RunId;
  new_text_hash: string;
  text: string;
  edits_json: string;
  grounding_json: string;
  opinions_json: string | null;
  check_json: string | null;
  provider: string | null;
  model: string | null;
  created_at: number;
}
