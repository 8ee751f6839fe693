import type { Dialect } from './dialects.ts';

/** Coding sessions, what Precis remembers of them, and what is set for clients and projects. */
export const sessionsSchema = (dialect: Dialect) => `
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

/** Each list of records is a range of one of these. */
function recordIndexes(table: string): string {
  return `create index ${table}_by_time on ${table} (created_at, id);
create index ${table}_by_project on ${table} (project, created_at, id);
create index ${table}_by_session_id on ${table} (session_id, created_at, id);`;
}
