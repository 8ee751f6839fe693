import { sql } from 'kysely';
import { runStatuses } from '#schema/runs/run.ts';
import { type RecordKind, recordKinds } from '#schema/sessions/session.ts';
import { kindNumbers } from '#store/record-search/record-index.ts';
import { unfinished } from '#store/runs/run-row.ts';
import type { Database } from './database.ts';
import { readDocuments } from './record-search/record-queue.ts';

const ended = runStatuses.filter((status) => status !== 'queued' && status !== 'running');

/** Returns null when the database finds no damage and the rows do not contradict each other. */
export async function checkIntegrity(database: Database): Promise<string | null> {
  return (
    (await database.findDamage()) ??
    (await findContradiction(database)) ??
    (await findMiscounted(database)) ??
    (await findMiscountedSession(database)) ??
    (await findMisnumbered(database)) ??
    (await findUnsearchable(database)) ??
    (await findMisleveled(database)) ??
    (await findMisnamed(database)) ??
    (await findUntranslated(database))
  );
}

async function findContradiction({ db }: Database): Promise<string | null> {
  const unearned = await db
    .selectFrom('slots')
    .innerJoin('runs', 'runs.id', 'slots.run_id')
    .select('runs.id')
    .where('runs.status', '!=', 'succeeded')
    .executeTakeFirst();
  if (unearned) return `run ${unearned.id} has a stored result but did not succeed`;

  const untimely = await db
    .selectFrom('runs')
    .select('id')
    .where((eb) =>
      eb.or([
        eb.and([eb('status', 'in', ended), eb('finished_at', 'is', null)]),
        eb.and([eb('status', 'in', unfinished), eb('finished_at', 'is not', null)]),
      ]),
    )
    .executeTakeFirst();
  if (untimely) return `the status and end time of run ${untimely.id} are inconsistent`;

  const unreadable = await db
    .selectFrom('runs')
    .leftJoin('run_inputs', 'run_inputs.run_id', 'runs.id')
    .select('runs.id')
    .where('runs.status', 'in', unfinished)
    .where('run_inputs.run_id', 'is', null)
    .executeTakeFirst();
  if (unreadable) return `the unfinished run ${unreadable.id} has no input`;
  return null;
}

/** Every message is either live or covered by the summary of its thread, and the counts of the thread agree. */
async function findMiscounted({ db }: Database): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select threads.id from threads left join messages on messages.thread_id = threads.id
    group by threads.id
    having threads.message_count <> count(messages.number)
      or threads.last_seq <> coalesce(max(messages.seq), 0)
      or threads.summary_through_seq > threads.last_seq
      or threads.total_tokens <> coalesce(sum(messages.tokens), 0)
      or threads.live_tokens <> coalesce(
        sum(case when messages.seq > threads.summary_through_seq then messages.tokens else 0 end), 0)
    limit 1
  `.execute(db);
  return rows[0] ? `thread ${rows[0].id} and its messages are inconsistent` : null;
}

/** The turns of a conversation are numbered from 1 without a gap. Its state includes all turns. */
async function findMisnumbered({ db }: Database): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select conversations.id from conversations
      left join conversation_turns on conversation_turns.conversation_id = conversations.id
    group by conversations.id
    having conversations.turn_count <> count(conversation_turns.number)
      or conversations.turn_count <> coalesce(max(conversation_turns.number), 0)
      or conversations.revision <> conversations.turn_count
    limit 1
  `.execute(db);
  return rows[0] ? `conversation ${rows[0].id} and its turns are inconsistent` : null;
}

/** The counts of a session match its rows, and no prompt has a higher number than the newest one. */
async function findMiscountedSession({ db }: Database): Promise<string | null> {
  const countOf = (table: string) =>
    sql`(select count(*) from ${sql.table(table)} as own where own.session_id = sessions.id)`;
  const { rows } = await sql<{ id: number }>`
    select id from sessions
    where prompts <> ${countOf('prompts')}
      or observations <> ${countOf('observations')}
      or summaries <> ${countOf('session_summaries')}
      or prompt_count < (select coalesce(max(prompt_number), 0) from prompts where session_id = sessions.id)
    limit 1
  `.execute(db);
  return rows[0] ? `session ${rows[0].id} and its records are inconsistent` : null;
}

/** Every entry, message and record of a session has its terms in the search index, and nothing else does. */
async function findUnsearchable({ db }: Database): Promise<string | null> {
  const { rows } = await sql<{ what: string; stored: number; indexed: number }>`
    select 'entries' as what, (select count(*) from entries) as stored,
      (select count(*) from entry_search) as indexed
    union all
    select 'messages', (select count(*) from messages), (select count(*) from message_search)
    union all
    select 'prompts', (select count(*) from prompts), ${countIndexed('prompt')}
    union all
    select 'observations', (select count(*) from observations), ${countIndexed('observation')}
    union all
    select 'summaries of sessions', (select count(*) from session_summaries), ${countIndexed('summary')}
  `.execute(db);
  const wrong = rows.find(({ stored, indexed }) => stored !== indexed);
  if (!wrong) return null;
  return `${wrong.stored} ${wrong.what} are stored, but ${wrong.indexed} are in the search index`;
}

/** Records that wait to be indexed count as indexed. */
function countIndexed(kind: RecordKind) {
  const number = sql.lit(kindNumbers[kind]);
  return sql`(select count(*) from (select id from record_search where kind = ${number}
    union select id from record_queue where kind = ${number}) as known)`;
}

/** Every tag has exactly one name of its own, and a batch ends when it has nothing left to do. */
async function findMisnamed({ db }: Database): Promise<string | null> {
  const { rows } = await sql<{ id: number }>`
    select tags.id from tags left join tag_keys on tag_keys.tag_id = tags.id and tag_keys.synonym is null
    group by tags.id having count(tag_keys.key) <> 1 limit 1
  `.execute(db);
  if (rows[0]) return `tag ${rows[0].id} does not have exactly one name of its own`;
  const unended = await db
    .selectFrom('tagging_entries')
    .innerJoin('tagging_batches', 'tagging_batches.id', 'tagging_entries.batch_id')
    .select('tagging_batches.id')
    .where('tagging_entries.status', '=', 'running')
    .where('tagging_batches.status', '!=', 'running')
    .executeTakeFirst();
  return unended ? `the ended batch ${unended.id} has an entry in progress` : null;
}

/** A paragraph has a translation or the reason why it has none. The index has no entry without translations. */
async function findUntranslated({ db }: Database): Promise<string | null> {
  const unclear = await db
    .selectFrom('translated_paragraphs')
    .select(['entry_id', 'key'])
    .where(sql<boolean>`(text is null) = (problem is null)`)
    .executeTakeFirst();
  if (unclear)
    return `the paragraph ${unclear.key} of entry ${unclear.entry_id} is neither translated nor refused`;
  // The index does not have what a run in progress has stored.
  const { rows } = await sql<{ stored: number; indexed: number }>`
    select (select count(distinct entry_id) from translated_paragraphs where cleared_at is null and text is not null)
      as stored, (select count(*) from translation_search) as indexed
  `.execute(db);
  const [counts] = rows;
  if (!counts || counts.indexed <= counts.stored) return null;
  return `${counts.stored} entries have translations, but ${counts.indexed} are in the search index`;
}

/** The number of records of each kind that are compared. Reading all texts again would take minutes. */
const compared = 200;

/** The newest records have the same terms and levels in the index as their texts. */
async function findMisleveled(database: Database): Promise<string | null> {
  const { relaxedTransaction, recordIndex } = database;
  return relaxedTransaction(async (trx) => {
    for (const kind of recordKinds) {
      const indexed = await recordIndex.listNewest(trx, kind, compared);
      const ids = indexed.map(({ id }) => id);
      const written = new Map(
        (await readDocuments(database, trx, { kind, ids })).map(({ id, terms }) => [id, terms]),
      );
      const wrong = indexed.find(({ id, terms }) => ownTerms(terms) !== ownTerms(written.get(id) ?? ''));
      if (wrong !== undefined)
        return `the search index has other terms for ${kind} ${wrong.id} than its text`;
    }
    return null;
  });
}

/** Leaves out marks and beginnings of words, which one of the dialects stores among the terms. */
function ownTerms(terms: string): string {
  const own = terms.split(' ').filter((term) => term !== '' && !term.startsWith('=') && !term.endsWith('*'));
  return own.sort().join(' ');
}
