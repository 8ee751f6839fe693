import type { Dialect } from './dialects.ts';

/** Spaces with their threads and messages, and the conversations of agent graphs. */
export const chatsSchema = ({ numbered, rowNumber }: Dialect) => `
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
