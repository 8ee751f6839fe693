/** Runs and what they produced, the checks of all summaries, settings and logins. */
export const runsSchema = () => `
create table runs (
  id text primary key,
  task_type text not null, status text not null,
  source_kind text not null, source_id text not null, source_title text,
  agent_id text not null, trigger_kind text not null, attempt integer not null,
  template_id text not null, template_version text, parameters_json text not null,
  target_language text,
  route_json text not null,
  model_profile_id text, provider text, model text,
  output_language text, coverage_json text,
  usage_input_tokens bigint, usage_cached_input_tokens bigint, usage_output_tokens bigint,
  usage_cost_usd double precision, usage_reported integer,
  duration_ms bigint,
  error_code text, error_message text,
  created_at bigint not null, started_at bigint, finished_at bigint, updated_at bigint not null,
  worker_id text, cancel_requested_at bigint,
  attempt_profile_id text, attempt_started_at bigint,
  grounding_json text,
  after_run_id text,
  provenance_json text,
  join_hash text,
  start_by bigint,
  model_failures_json text,
  variant_json text
);
create index runs_by_creation on runs (created_at, id);
create index runs_by_status on runs (status, created_at, id);
create index runs_by_source on runs (source_kind, source_id, created_at, id);
create index runs_by_finish on runs (finished_at);
create index runs_by_task on runs (task_type, created_at, id);
create index runs_by_kind on runs (source_kind, created_at, id);
create index runs_by_predecessor on runs (after_run_id) where after_run_id is not null;
-- A long thread has thousands of runs, of which at most one is unfinished.
create index runs_unfinished_by_source on runs (source_kind, source_id) where status in ('queued', 'running');
-- A worker looks for cancelled runs among those that wait, which may be thousands.
create index runs_cancelled on runs (worker_id) where cancel_requested_at is not null and finished_at is null;
-- Of two equal requests at the same time, in any process, one starts the run and the other finds it.
create unique index runs_in_progress_by_join_hash on runs (join_hash)
  where join_hash is not null and status in ('queued', 'running');

create table run_inputs (
  run_id text primary key references runs (id) on delete cascade,
  source_text text not null, title text, content_hash text not null,
  system_prompt_override text, subject_json text
);

create table run_prompts (
  run_id text primary key references runs (id) on delete cascade,
  parameters_json text not null, max_output_tokens integer not null, temperature double precision,
  system_prompt_override text
);

create table run_events (
  run_id text not null references runs (id) on delete cascade,
  seq integer not null, at bigint not null, body_json text not null,
  constraint run_events_key primary key (run_id, seq)
);
-- A log is as old as its first event; its other events are found with that one.
create index run_events_by_age on run_events (at, run_id) where seq = 1;

create table issues (
  id text primary key,
  kind text not null, code text not null, message text not null,
  run_id text references runs (id) on delete set null,
  details_json text not null, last_events_json text not null,
  created_at bigint not null
);
create index issues_by_creation on issues (created_at, id);
create index issues_by_kind on issues (kind, created_at, id);
-- Deleting a run looks for its issues.
create index issues_by_run on issues (run_id);

create table slots (
  run_id text primary key references runs (id) on delete cascade,
  task_type text not null, source_kind text not null, source_id text not null, variant text not null,
  content_hash text not null, template_hash text, grounding_json text,
  created_at bigint not null, updated_at bigint not null,
  undo_id text, cleared_at bigint
);
create unique index slots_by_key on slots (task_type, source_kind, source_id, variant) where cleared_at is null;
-- Every run that ends counts the slots of its task, which reads this index alone.
create index slots_by_age on slots (task_type, updated_at, created_at, run_id) where cleared_at is null;
create index slots_cleared on slots (cleared_at) where cleared_at is not null;

-- PostgreSQL keeps the first name in the names of the constraints, which databases from before the baseline have too.
create table summary_texts (
  run_id text primary key references slots (run_id) on delete cascade,
  text text not null, output_language text
);
alter table summary_texts rename to summaries;

-- What models say about a summary.
create table checks (
  ${ownedBySummary},
  text_hash text not null, opinions_json text not null, check_json text not null,
  constraint checks_key primary key (target_kind, target_id)
);
${indexOwners('checks')}

-- Summaries as they were before a model corrected them.
create table repairs (
  ${ownedBySummary},
  run_id text primary key references runs (id) on delete cascade,
  new_text_hash text not null, text text not null, edits_json text not null, grounding_json text not null,
  opinions_json text, check_json text,
  provider text, model text,
  created_at bigint not null
);
create index repairs_by_target on repairs (target_kind, target_id, created_at);
${indexOwners('repairs')}

-- The run is no foreign key: a key remains when its run is deleted.
create table idempotency_keys (
  key text primary key,
  request_hash text not null, run_id text not null,
  lease_token text not null, lease_until bigint not null, lease_worker_id text not null,
  created_at bigint not null,
  answer_json text
);
create index idempotency_keys_by_run_id on idempotency_keys (run_id);
create index idempotency_keys_by_created_at on idempotency_keys (created_at);

create table workers (id text primary key, host text not null, pid integer not null, beat_at bigint not null);
create table sweeps (name text primary key, swept_at bigint not null);
create table model_calls (profile_id text not null, started_at bigint not null);
create index model_calls_by_start on model_calls (profile_id, started_at);

create table settings (id text primary key, body_json text not null);
create table model_profiles (
  id text primary key,
  name text not null, body_json text not null,
  created_at bigint not null, updated_at bigint not null
);
create table agents (
  id text primary key,
  name text not null, body_json text not null,
  created_at bigint not null, updated_at bigint not null
);
create table logins (
  id_hash text primary key,
  token_mark text not null,
  created_at bigint not null, expires_at bigint not null
);
`;

/** The columns of the owner. One of the last four is set, and the row is deleted with that owner. */
const ownedBySummary = `target_kind text not null, target_id text not null,
  slot_run_id text references slots (run_id) on delete cascade,
  thread_id text references threads (id) on delete cascade,
  conversation_id text references conversations (id) on delete cascade,
  session_summary_id integer references session_summaries (id) on delete cascade`;

/** The deletion of an owner looks for its rows by these columns. */
function indexOwners(table: string): string {
  return `create index ${table}_by_slot_run_id on ${table} (slot_run_id);
create index ${table}_by_thread_id on ${table} (thread_id);
create index ${table}_by_conversation_id on ${table} (conversation_id);
create index ${table}_by_session_summary_id on ${table} (session_summary_id);`;
}
