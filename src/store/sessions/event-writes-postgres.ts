import { CompiledQuery } from 'kysely';
import type { ObservationId, PromptId, SessionSummaryId } from '#schema/sessions/session.ts';
import { toStorableText } from '#schema/text/storable-text.ts';
import type { SessionStore } from '#sources/session/ports.ts';
import type { Database } from '#store/database.ts';
import { nameText } from '#store/prepared-query.ts';
import { kindNumbers } from '#store/record-search/record-index.ts';
import {
  type SessionRow,
  toFields,
  toObservation,
  toPrompt,
  toSession,
  toSessionSummary,
} from './session-row.ts';

type EventWrites = Pick<SessionStore, 'addPrompt' | 'addObservation' | 'addSummary'>;

interface Added extends SessionRow {
  record_id: number;
  record_turn: number;
}

const sessionColumns = `id, content_session_id, project, status, prompt_count, is_private, prompts, observations, summaries,
  started_at, updated_at, completed_at`;

/**
 * Locks the session, inserts the record of its turn, queues it for the index and counts it. Gives no row, and has written
 * nothing, for whatever is not usual: an unknown session, a private turn, a prompt that is not known, a repeated event.
 */
function writeOne(of: {
  kind: keyof typeof kindNumbers;
  turn: string;
  table: string;
  /** Their values are the parameters from the fourth on. */
  columns: string[];
  conflict: string;
  change: string;
}): string {
  const values = of.columns.map((_, at) => `$${at + 4}`);
  const text = `
    with opened as (select * from sessions where content_session_id = $1 for update),
    turn as (${of.turn}),
    added as (
      insert into ${of.table} (session_id, project, prompt_number, created_at, ${of.columns.join(', ')})
      select session_id, project, prompt_number, $3::bigint, ${values.join(', ')} from turn
      on conflict (${of.conflict}) do nothing returning id, session_id, prompt_number
    ),
    queued as (
      insert into record_queue (kind, id) select ${kindNumbers[of.kind]}, id from added
      on conflict (kind, id) do update set seq = excluded.seq
    )
    update sessions set ${of.change}, updated_at = greatest(updated_at, $3::bigint)
    where id = (select session_id from added)
    returning ${sessionColumns}, (select id from added) as record_id, (select prompt_number from added) as record_turn`;
  nameText(text);
  return text;
}

/** The turn of the prompt that the event names, or the newest. */
const publicTurn = `
  select opened.id as session_id, opened.project,
    case when $2::text is null then opened.prompt_count else prompts.prompt_number end as prompt_number
  from opened left join prompts on prompts.session_id = opened.id and prompts.event_key = $2::text
  where case when $2::text is null then opened.is_private = 0 else prompts.text is not null end`;

const addPrompt = writeOne({
  kind: 'prompt',
  // A session without a project adopts the first that is named, with all its records.
  turn: `select id as session_id, project, prompt_count + 1 as prompt_number from opened
    where project <> '' or $2::text = ''`,
  table: 'prompts',
  columns: ['event_key', 'text'],
  conflict: 'session_id, event_key',
  change: `prompts = prompts + 1, prompt_count = prompt_count + 1, is_private = ($5::text is null)::int,
    status = 'active', completed_at = null`,
});

const addObservation = writeOne({
  kind: 'observation',
  turn: publicTurn,
  table: 'observations',
  columns: ['event_key', 'tool_name', 'cwd', 'tool_input', 'tool_response'],
  conflict: 'session_id, event_key',
  change: 'observations = observations + 1',
});

const addSummary = writeOne({
  kind: 'summary',
  // What a run has made of the turn meanwhile is not in the snapshot of the statement, but the session's count is current.
  turn: `select named.* from (${publicTurn}) as named, opened, sessions as before
    where before.id = opened.id and ($2::text is null or (before.summaries = opened.summaries and not exists (
      select 1 from session_summaries as made where made.session_id = named.session_id
        and made.prompt_number = named.prompt_number and made.run_id is not null)))`,
  table: 'session_summaries',
  columns: ['content_hash', 'request', 'investigated', 'learned', 'completed', 'next_steps', 'notes'],
  conflict: 'session_id, prompt_number, content_hash',
  change: 'summaries = summaries + 1',
});

/**
 * A usual event as one statement, which is a transaction of its own: in one of several statements, the session stays locked
 * and a connection is taken while this process does other work. Everything else is left to `others`.
 */
export function createEventWrites(
  { durableStatement, recordQueue }: Pick<Database, 'durableStatement' | 'recordQueue'>,
  others: EventWrites,
): EventWrites {
  async function write(text: string, values: unknown[]): Promise<Added | null> {
    const { rows } = await durableStatement<Added>(CompiledQuery.raw(text, values));
    if (rows[0] !== undefined) recordQueue.wake();
    return rows[0] ?? null;
  }

  return {
    async addPrompt(add) {
      const { contentSessionId, project, at, eventKey, text } = add;
      const row = await write(addPrompt, [contentSessionId, project, at, eventKey, text]);
      if (row === null) return others.addPrompt(add);
      const stored = text === null ? null : toStorableText(text);
      const prompt = toPrompt({
        ...toRecord(row, at),
        id: row.record_id as PromptId,
        event_key: eventKey,
        text: stored,
      });
      return { session: toSession(row), prompt, isNew: true, isNewSession: false };
    },

    async addObservation(add) {
      const { contentSessionId, promptKey, at, eventKey, toolName, cwd, toolInput, toolResponse } = add;
      const texts = [toolName, cwd, toolInput, toolResponse];
      const row = await write(addObservation, [contentSessionId, promptKey, at, eventKey, ...texts]);
      if (row === null) return others.addObservation(add);
      const observation = toObservation({
        ...toRecord(row, at),
        id: row.record_id as ObservationId,
        event_key: eventKey,
        tool_name: toStorableText(toolName),
        cwd: toStorableText(cwd),
        tool_input: toStorableText(toolInput),
        tool_response: toStorableText(toolResponse),
      });
      return { kind: 'stored', session: toSession(row), observation, isNew: true, isNewSession: false };
    },

    async addSummary(add) {
      const { contentSessionId, promptKey, at, contentHash } = add;
      const { request, investigated, learned, completed, next_steps, notes } = add.fields;
      const texts = [request, investigated, learned, completed, next_steps, notes];
      const row = await write(addSummary, [contentSessionId, promptKey, at, contentHash, ...texts]);
      if (row === null) return others.addSummary(add);
      const summary = toSessionSummary({
        ...toRecord(row, at),
        id: row.record_id as SessionSummaryId,
        ...toFields({
          request: toStorableText(request),
          investigated: toStorableText(investigated),
          learned: toStorableText(learned),
          completed: toStorableText(completed),
          next_steps: toStorableText(next_steps),
          notes: notes === null ? null : toStorableText(notes),
        }),
        content_hash: contentHash,
        run_id: null,
        grounding_json: null,
      });
      return { kind: 'stored', session: toSession(row), summary, isNew: true, isNewSession: false };
    },
  };
}

function toRecord(row: Added, at: number) {
  const { id: session_id, content_session_id, project, record_turn } = row;
  return {
    session_id,
    content_session_id,
    project,
    prompt_number: record_turn,
    created_at: at,
  };
}
