import type { Dialect } from './dialects.ts';

/** Tables that are derived from the others: counters, and queues of what search has yet to index. */
export const derivedSchema = ({ numbered, rowNumber, recordKind }: Dialect) => `
-- Sums that triggers keep (store/counters/counted): no list or page counts rows.
create table row_counts (
  name text not null, part text not null, shard integer not null,
  count bigint not null,
  primary key (name, part, shard)
);
create table entry_counts (
  feed_id bigint not null, shard integer not null,
  entries bigint not null, unread bigint not null, starred bigint not null,
  primary key (feed_id, shard)
);
create table project_counts (
  project text not null, shard integer not null,
  sessions bigint not null, active bigint not null,
  prompts bigint not null, observations bigint not null, summaries bigint not null,
  primary key (project, shard)
);
-- The quarter comes first: the last weeks are one range of the key.
create table record_counts (
  quarter bigint not null, kind text not null, project text not null, shard integer not null,
  count bigint not null,
  primary key (quarter, kind, project, shard)
);
create table spending (
  quarter bigint not null, task_type text not null, provider text not null, model text not null,
  shard integer not null,
  runs bigint not null, priced bigint not null,
  input_tokens bigint not null, cached_input_tokens bigint not null, output_tokens bigint not null,
  cost bigint not null,
  primary key (quarter, task_type, provider, model, shard)
);

create table entry_queue (entry_id ${rowNumber} primary key references entries (id) on delete cascade);
create table record_queue (
  seq ${numbered},
  kind ${recordKind} not null, id bigint not null,
  constraint record_queue_by_record unique (kind, id)
);
`;

const termIndexes = [
  { index: 'entry_search', key: 'entry_id', refersTo: 'entries (id)' },
  { index: 'summary_search', key: 'entry_id', refersTo: 'entries (id)' },
  { index: 'translation_search', key: 'entry_id', refersTo: 'entries (id)' },
  { index: 'message_search', key: 'message_number', refersTo: 'messages (number)' },
];

/**
 * Terms arrive ready for the index, separated by spaces, so the tokenizer does not split or fold anything else.
 * Positions are not kept, since no search looks for a phrase. Short prefixes have an index of their own.
 */
const tokenizer = `tokenize = "unicode61 remove_diacritics 0 categories 'L* M* N* P* S* C*'"`;

export const sqliteSearch = `
${termIndexes
  .map(
    ({ index }) => `
create virtual table ${index} using fts5 (
  title, body, content = '', contentless_delete = 1, detail = 'column', prefix = '1 2 3 4 5', ${tokenizer}
);
create virtual table ${index}_terms using fts5vocab (${index}, instance);`,
  )
  .join('\n')}

-- FTS5 returns rows in the order of their numbers: the number falls with time, so the newest come first.
create virtual table record_terms using fts5 (
  terms, content = '', contentless_delete = 1, detail = 'none', prefix = '2 3 4 5 6 7 8 9', ${tokenizer}
);
create virtual table record_words using fts5vocab (record_terms, instance);
create table record_search (
  place integer primary key, kind integer not null, id integer not null, at integer not null, terms text not null,
  unique (kind, id)
);

-- By default, FTS5 rewrites a part of the index once a tenth of its rows are replaced, which blocks for some 200 ms.
insert into entry_search (entry_search, rank) values ('deletemerge', 50);
-- By default, FTS5 merges parts of the index in the commit that adds to it, which blocks for up to 45 ms. The queue of
-- records merges in small steps instead.
insert into record_terms (record_terms, rank) values ('automerge', 0);

-- PostgreSQL keeps long values apart from the row. SQLite reads sketches from this index alone.
create index record_vectors_by_sketch on record_vectors (model, kind, at, session_id, id, sketch);

create trigger entry_queue_new_text after insert on entry_texts
  begin insert or ignore into entry_queue (entry_id) values (new.entry_id); end;
create trigger entry_queue_other_text after update on entry_texts
  begin insert or ignore into entry_queue (entry_id) values (new.entry_id); end;
create trigger entry_queue_other_feed after update of feed_id on entries when old.feed_id is not new.feed_id
  begin insert or ignore into entry_queue (entry_id) values (new.id); end;
`;

/** Every search reads through the list of new additions, which takes 60 ms at the default of 4 MB. */
const ginOptions = 'with (gin_pending_list_limit = 256)';

/**
 * Terms are stored in separate tables. Searches read the indexes and the row numbers, which is faster with short
 * rows.
 */
export const postgresSearch = `
${termIndexes
  .map(
    ({ index, key, refersTo }) => `
create table ${index} (
  ${key} bigint primary key references ${refersTo} on delete cascade,
  title_terms tsvector not null, terms tsvector not null
);
alter table ${index} alter title_terms set storage external, alter terms set storage external,
  set (toast_tuple_target = 128);
create index ${index}_by_title on ${index} using gin (title_terms) ${ginOptions};
create index ${index}_by_term on ${index} using gin (terms) ${ginOptions};`,
  )
  .join('\n')}

create table record_search (
  kind smallint not null, id bigint not null, at bigint not null, terms tsvector not null,
  primary key (kind, id)
);
alter table record_search alter terms set storage external, set (toast_tuple_target = 128);
create index record_search_by_time on record_search (at, kind, id);
create index record_search_by_term on record_search using gin (terms) ${ginOptions};

create function entry_queue_text() returns trigger language plpgsql as $body$
  begin insert into entry_queue (entry_id) values (new.entry_id) on conflict do nothing; return null; end $body$;
create function entry_queue_feed() returns trigger language plpgsql as $body$
  begin insert into entry_queue (entry_id) values (new.id) on conflict do nothing; return null; end $body$;
create trigger entry_queue_text after insert or update on entry_texts
  for each row execute function entry_queue_text();
create trigger entry_queue_feed after update of feed_id on entries
  for each row when (old.feed_id is distinct from new.feed_id) execute function entry_queue_feed();
`;
