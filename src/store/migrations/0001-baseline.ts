import { type Kysely, sql } from 'kysely';
import { allCounters } from '#store/counters/counted.ts';
import { counterTriggers } from '#store/counters/counter-triggers.ts';
import type { OpenedDatabase } from '#store/database.ts';
import { derivedSchema, postgresSearch, sqliteSearch } from './baseline/derived.ts';
import { type Dialect, postgres, sqlite } from './baseline/dialects.ts';
import { readerSchema } from './baseline/reader.ts';
import { runsSchema } from './baseline/runs.ts';

/** The whole schema of a new database. */
export async function baseline(db: Kysely<unknown>, dialect: OpenedDatabase['dialect']): Promise<void> {
  const types = dialect === 'postgres' ? postgres : sqlite;
  const search = dialect === 'postgres' ? postgresSearch : sqliteSearch;
  // A table comes after those that it refers to.
  const schemas = [
    readerSchema(types),
    chatsSchema(types),
    sessionsSchema(types),
    runsSchema(),
    derivedSchema(types),
  ];
  const statements = [
    ...[...schemas, search].flatMap(splitStatements),
    ...allCounters.flatMap((counter) => counterTriggers(counter, dialect)),
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}

/**
 * Splits a schema at semicolons that end a line. Comments are removed, because SQLite would store those between
 * columns.
 */
function splitStatements(schema: string): string[] {
  return schema
    .replaceAll(/^[ \t]*--.*\n/gmu, '')
    .split(/;\n/u)
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '');
}

/** Spaces with their threads and messages, and the conversations of agent graphs. */
const chatsSchema = ({ numbered, rowNumber }: Dialect) => `
create table spaces (
  id text primary key,
  name text not null, instructions text not null, agent_id text not null,
  created_at bigint not null, updated_at bigint not null
);

-- The article of a thread is no foreign key: the thread remains when its article is deleted.
create table threads (
  id text primary key,
  space_id text not null references spaces (id) on delete cascade,
  title text,
  revision bigint not null,
  message_count bigint not null, last_seq bigint not null,
  total_tokens bigint not null, live_tokens bigint not null,
  summary_through_seq bigint not null, summary_revision bigint not null, summary_tokens bigint not null,
  summary_updated_at bigint, summary_run_id text, summary_model text,
  created_at bigint not null, updated_at bigint not null,
  summary text, segments_json text not null,
  fold_revision bigint default -1 not null,
  entry_id ${rowNumber}, entry_title text
);
create index threads_by_change on threads (updated_at, id);
create index threads_by_space on threads (space_id, updated_at, id);
create index threads_by_summary_run on threads (summary_run_id) where summary_run_id is not null;
create index threads_by_entry on threads (entry_id, updated_at) where entry_id is not null;

create table summary_versions (
  thread_id text not null references threads (id) on delete cascade,
  revision bigint not null,
  reason text not null, run_id text, model text,
  through_seq bigint not null, tokens bigint not null,
  created_at bigint not null,
  segments_json text not null, text text not null,
  constraint summary_versions_key primary key (thread_id, revision)
);

-- The run is no foreign key: a message remains when its run is deleted.
create table messages (
  number ${numbered},
  id text not null unique,
  thread_id text not null references threads (id) on delete cascade,
  seq bigint not null,
  role text not null, tokens bigint not null,
  run_id text, provider text, model text,
  created_at bigint not null,
  text text not null,
  read_json text, stopped_by text
);
create unique index messages_by_place on messages (thread_id, seq);
create index messages_by_run on messages (run_id) where run_id is not null;

-- Messages that wait for the answer to the message before them.
create table queued_messages (
  id text primary key,
  thread_id text not null references threads (id) on delete cascade,
  position integer not null,
  created_at bigint not null,
  text text not null
);
create unique index queued_messages_by_thread on queued_messages (thread_id, position);

create table conversations (
  id text primary key,
  revision bigint not null, turn_count bigint not null,
  lease_token text, lease_until bigint,
  last_user_message text not null, pending text,
  created_at bigint not null, updated_at bigint not null,
  state_json text,
  lease_worker_id text
);
-- A conversation without a turn is not listed.
create index conversations_by_change on conversations (updated_at, id) where turn_count > 0;

-- The runs are no foreign keys: a turn remains when its runs are deleted.
create table conversation_turns (
  conversation_id text not null references conversations (id) on delete cascade,
  number bigint not null,
  idempotency_key text, request_hash text not null,
  run_ids_json text not null, issues_json text not null,
  created_at bigint not null,
  assistant_summary text, ledger_json text not null,
  user_message text not null, assistant text not null,
  state_json text,
  constraint conversation_turns_by_number primary key (conversation_id, number)
);
create unique index conversation_turns_by_key on conversation_turns (conversation_id, idempotency_key)
  where idempotency_key is not null;
`;

/** Coding sessions, what Precis remembers of them, and what is set for clients and projects. */
const sessionsSchema = (dialect: Dialect) => `
create table sessions (
  id ${dialect.numbered},
  content_session_id text not null unique,
  project text not null, status text not null,
  prompt_count bigint not null, is_private integer not null,
  prompts bigint not null, observations bigint not null, summaries bigint not null,
  started_at bigint not null, updated_at bigint not null, completed_at bigint
);
create index sessions_by_use on sessions (updated_at, id);
create index sessions_by_project on sessions (project, updated_at, id);

create table prompts (
  ${recordColumns(dialect)},
  event_key text not null,
  text text
);
create unique index prompts_by_event_key on prompts (session_id, event_key);
create unique index prompts_by_prompt_number on prompts (session_id, prompt_number);
${recordIndexes('prompts')}

create table observations (
  ${recordColumns(dialect)},
  event_key text not null,
  tool_name text not null, cwd text not null, tool_input text not null, tool_response text not null
);
create unique index observations_by_event_key on observations (session_id, event_key);
${recordIndexes('observations')}

-- The run is no foreign key: a summary remains when its run is deleted.
create table session_summaries (
  ${recordColumns(dialect)},
  content_hash text not null, run_id text,
  request text not null, investigated text not null, learned text not null,
  completed text not null, next_steps text not null, notes text,
  grounding_json text
);
create unique index session_summaries_by_prompt_number_content_hash
  on session_summaries (session_id, prompt_number, content_hash);
create index session_summaries_by_run on session_summaries (run_id) where run_id is not null;
${recordIndexes('session_summaries')}

-- The summaries that were requested, and the run that makes each.
create table session_orders (
  session_id bigint not null references sessions (id) on delete cascade,
  prompt_number bigint not null,
  input_hash text not null, run_id text not null, is_void integer not null,
  constraint session_orders_by_input primary key (session_id, prompt_number, input_hash)
);
create index session_orders_by_run on session_orders (run_id);

-- A memory remains when its session is deleted.
create table memories (
  id ${dialect.numbered},
  project text, kind text not null, origin text not null, text_hash text not null,
  session_id bigint references sessions (id) on delete set null,
  source_kind text, source_id bigint,
  created_at bigint not null, changed_at bigint not null,
  superseded_at bigint, superseded_by bigint, deleted_at bigint,
  anchors_json text not null, text text not null,
  asks text, about_id bigint,
  confirmed_at bigint, dismissed_at bigint, announced_at bigint,
  untold_id bigint
);
create index memories_by_change on memories (changed_at, id) where deleted_at is null;
create index memories_by_session on memories (session_id) where session_id is not null;
create index memories_by_project on memories (project, changed_at, id)
  where deleted_at is null and superseded_at is null;
create index memories_that_wait on memories (project, changed_at, id)
  where asks is not null and confirmed_at is null and dismissed_at is null and deleted_at is null;
create index memories_to_tell on memories (project) where untold_id is not null;
create index memories_by_successor on memories (superseded_by) where superseded_by is not null;

-- Vectors are plain columns, so that they are stored, deleted and backed up on a machine that cannot compare them. The
-- vector is null if the record has no text or the model refused it.
create table record_vectors (
  kind integer not null, id bigint not null,
  session_id bigint not null references sessions (id) on delete cascade,
  at bigint not null, model text not null,
  vector ${dialect.vector}, sketch ${dialect.sketch},
  primary key (kind, id)
);
create index record_vectors_by_session on record_vectors (session_id);
create index record_vectors_by_model on record_vectors (model, kind, id);

create table project_identities (identity text primary key, project text not null, created_at bigint not null);
create index project_identities_by_project on project_identities (project);
create table project_languages (project text primary key, language text not null);
create table excluded_projects (project text primary key, created_at bigint not null);
create table excluded_sessions (key text primary key, project text not null, used_at bigint not null);

-- What each coding agent sent through its hooks and received.
create table session_clients (
  client text primary key,
  prompts bigint not null, observations bigint not null, summaries bigint not null,
  contexts bigint not null, context_tokens bigint not null,
  lost bigint not null, last_event_at bigint not null
);

-- How far each transcript has been read: an import continues where the last one stopped.
create table import_places (
  client text not null, path text not null, position bigint not null, mark text not null,
  constraint import_places_by_path primary key (client, path)
);
`;

/** Prompts, observations and summaries share these columns. */
function recordColumns({ numbered }: Dialect): string {
  return `id ${numbered},
  session_id bigint not null references sessions (id) on delete cascade,
  project text not null, prompt_number bigint not null, created_at bigint not null`;
}

/** Indexes for the lists of records. Each list is a range of one of them. */
function recordIndexes(table: string): string {
  return `create index ${table}_by_time on ${table} (created_at, id);
create index ${table}_by_project on ${table} (project, created_at, id);
create index ${table}_by_session_id on ${table} (session_id, created_at, id);`;
}
