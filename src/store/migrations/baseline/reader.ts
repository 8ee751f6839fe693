import type { Dialect } from './dialects.ts';

/** Feeds and their entries, translations, tags and the batches that assign tags. */
export const readerSchema = ({ numbered, rowNumber }: Dialect) => `
create table folders (
  id ${numbered},
  name text not null unique,
  auto_summary text not null,
  auto_tag text default 'off' not null
);

create table feeds (
  id ${numbered},
  url text not null unique,
  host text, site_url text,
  title text not null, custom_title text,
  folder_id bigint references folders (id) on delete set null,
  auto_summary text not null,
  fetch_full_text integer not null,
  etag text, last_modified text, body_hash text,
  ttl_minutes bigint, next_fetch_at bigint, fetched_at bigint,
  claimed_until bigint not null, rests_until bigint,
  failures integer not null, reported integer not null,
  error_code text, error_message text,
  created_at bigint not null,
  -- How far the fetch in progress is.
  loading_done integer, loading_total integer,
  auto_tag text default 'off' not null
);
create index feeds_by_folder on feeds (folder_id);
create index feeds_by_host on feeds (host);
create index feeds_by_next_fetch on feeds (next_fetch_at);

-- Numbers are never reused: a summary that outlives its entry must not appear under another entry.
create table entries (
  id ${numbered},
  feed_id bigint references feeds (id),
  folder_id bigint,
  guid text not null, source_hash text not null,
  url text, title text not null, author text, site_title text, excerpt text not null,
  text_origin text not null, content_hash text not null,
  language text, reading_minutes integer not null,
  published_at bigint not null, read_at bigint, starred_at bigint,
  created_at bigint not null, updated_at bigint not null,
  image_key text
);
-- Each list of entries is one range of one index. The partial indexes hold only what their view shows.
create unique index entries_by_guid on entries (feed_id, guid);
create unique index entries_saved_by_guid on entries (guid) where feed_id is null;
create index entries_by_time on entries (published_at, id);
create index entries_by_feed on entries (feed_id, published_at, id);
create index entries_by_folder on entries (folder_id, published_at, id) where folder_id is not null;
create index entries_saved on entries (published_at, id) where feed_id is null;
create index entries_starred on entries (published_at, id) where starred_at is not null;
create index entries_unread on entries (published_at, id) where read_at is null;
create index entries_unread_by_feed on entries (feed_id, published_at, id) where read_at is null;
create index entries_unread_by_folder on entries (folder_id, published_at, id)
  where read_at is null and folder_id is not null;

-- Texts have tables of their own, so that lists read short rows.
create table entry_texts (
  entry_id bigint primary key references entries (id) on delete cascade,
  html text not null, text text not null,
  sanitizer integer default 1 not null
);

create table entry_originals (
  entry_id bigint not null references entries (id) on delete cascade,
  origin text not null, body text not null,
  constraint entry_originals_key primary key (entry_id, origin)
);

create table deleted_entries (
  feed_id bigint not null references feeds (id) on delete cascade,
  guid text not null,
  constraint deleted_entries_key primary key (feed_id, guid)
);

create table translated_paragraphs (
  entry_id ${rowNumber} not null references entries (id) on delete cascade,
  target_language text not null, key text not null, run_id text not null,
  text text, problem text, marks_json text not null,
  created_at bigint not null,
  undo_id text, cleared_at bigint,
  constraint translated_paragraphs_key primary key (entry_id, target_language, key, run_id)
);
create index translated_paragraphs_by_run on translated_paragraphs (run_id);
create index translated_paragraphs_cleared on translated_paragraphs (cleared_at) where cleared_at is not null;

create table tags (
  id ${numbered},
  name text not null, is_named integer not null,
  batch_id text,
  created_at bigint not null
);

create table tag_keys (
  key text primary key,
  tag_id bigint not null references tags (id) on delete cascade,
  synonym text
);
create index tag_keys_by_tag on tag_keys (tag_id);

create table entry_tags (
  entry_id bigint not null references entries (id) on delete cascade,
  tag_id bigint not null references tags (id) on delete cascade,
  origin text not null, quote text,
  run_id text, batch_id text,
  at bigint not null,
  constraint entry_tags_key primary key (entry_id, tag_id)
);
create index entry_tags_by_tag on entry_tags (tag_id, entry_id);
create index entry_tags_by_batch on entry_tags (batch_id) where batch_id is not null;

create table tag_suggestions (
  entry_id bigint not null references entries (id) on delete cascade,
  key text not null, name text not null, quote text not null, position integer not null,
  run_id text, batch_id text,
  at bigint not null, dismissed_at bigint,
  constraint tag_suggestions_key primary key (entry_id, key)
);
create index tag_suggestions_by_batch on tag_suggestions (batch_id) where batch_id is not null;

-- New entries that are to be tagged automatically, stored in the same transaction as the entry.
create table wished_tags (
  entry_id bigint primary key references entries (id) on delete cascade,
  mode text not null, run_id text not null,
  held_until bigint not null
);
create index wished_tags_by_time on wished_tags (held_until);

create table tagging_batches (
  id text primary key,
  mode text not null, status text not null, selection_json text not null, total integer not null,
  created_at bigint not null, finished_at bigint
);
create index tagging_batches_by_time on tagging_batches (created_at, id);

create table tagging_entries (
  batch_id text not null references tagging_batches (id) on delete cascade,
  entry_id bigint not null references entries (id) on delete cascade,
  position integer not null, status text not null,
  run_id text, spent_usd double precision default 0 not null,
  error_code text, error_message text,
  constraint tagging_entries_key primary key (batch_id, entry_id)
);
create index tagging_entries_by_position on tagging_entries (batch_id, position);
create index tagging_entries_by_entry on tagging_entries (entry_id);
-- Only one batch at a time works on an entry.
create unique index tagging_entries_running on tagging_entries (entry_id) where status = 'running';
`;
