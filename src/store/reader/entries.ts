import { type Kysely, sql } from 'kysely';
import { type Entry, type EntryId, sanitizerVersion } from '#schema/entry.ts';
import type { FeedId } from '#schema/feed.ts';
import type { EntryPatch } from '#schema/reader-wire.ts';
import type { TaskType } from '#schema/runs/run.ts';
import type { EntryStore, KnownEntry } from '#sources/entry/ports.ts';
import type { Database } from '#store/database.ts';
import { toRun, unfinished } from '#store/runs/run-row.ts';
import type { Tables } from '#store/tables.ts';
import { selectHeads, selectWhole, toEntry, toHead } from './entry-row.ts';
import { replaceTexts, toContentColumns, toNewEntryRow } from './write-entries.ts';

type Entries = Omit<EntryStore, 'listEntries' | 'deleteEntry'>;

/** SQLite binds at most 32,766 values to a statement. */
const guidsPerQuery = 1000;

export function createEntries(database: Database): Entries {
  const { db, transaction, readRows } = database;
  return {
    getEntry: (id) => readEntry(db, id),

    async getOriginal(id, origin) {
      const row = await db
        .selectFrom('entry_originals')
        .select('body')
        .where('entry_id', '=', id)
        .where('origin', '=', origin)
        .executeTakeFirst();
      return row?.body ?? null;
    },

    async listKnownEntries(feedId, guids) {
      const known = new Map<string, KnownEntry>();
      for (let from = 0; from < guids.length; from += guidsPerQuery) {
        await addKnown(db, known, { feedId, guids: guids.slice(from, from + guidsPerQuery) });
      }
      return known;
    },

    saveEntry: (entry, at) =>
      transaction(async (trx) => {
        const row = { ...toNewEntryRow(entry, at), read_at: null };
        const { id } = await trx
          .insertInto('entries')
          .values(row)
          .onConflict((conflict) => conflict.column('guid').where('feed_id', 'is', null).doUpdateSet(row))
          .returning('id')
          .executeTakeFirstOrThrow();
        await replaceTexts(database, trx, { id, feedId: null, author: entry.author, content: entry });
        return requireEntry(trx, id);
      }),

    async patchEntry(id, patch, at) {
      const changes = toMarks(patch, at);
      if (Object.keys(changes).length > 0) {
        await db.updateTable('entries').set(changes).where('id', '=', id).execute();
      }
      const row = await selectHeads(db).where('entries.id', '=', id).executeTakeFirst();
      return row ? toHead(row) : null;
    },

    async patchEntries({ ids, read, starred }, at) {
      if (read === undefined && starred === undefined) return [];
      const rows = await db
        .updateTable('entries')
        .set(toMarks({ read, starred }, at))
        .where('id', 'in', ids)
        .where((eb) =>
          eb.or([
            ...(read === undefined ? [] : [eb('read_at', read ? 'is' : 'is not', null)]),
            ...(starred === undefined ? [] : [eb('starred_at', starred ? 'is' : 'is not', null)]),
          ]),
        )
        .returning('id')
        .execute();
      return rows.map(({ id }) => id);
    },

    async markRead({ feedId, folderId, tagIds = [], before }, at) {
      let update = db
        .updateTable('entries')
        .set({ read_at: at })
        .where('read_at', 'is', null)
        .where('published_at', '<=', before);
      if (feedId !== undefined) update = update.where('feed_id', '=', feedId);
      if (folderId !== undefined) update = update.where('folder_id', '=', folderId);
      for (const tagId of tagIds) {
        update = update.where('id', 'in', (eb) =>
          eb.selectFrom('entry_tags').select('entry_id').where('tag_id', '=', tagId),
        );
      }
      const { numUpdatedRows } = await update.executeTakeFirst();
      return Number(numUpdatedRows);
    },

    replaceContent: (id, content, at) =>
      transaction(async (trx) => {
        const row = await trx
          .updateTable('entries')
          .set({ ...toContentColumns(content), updated_at: at })
          .where('id', '=', id)
          .returning(['author', 'feed_id'])
          .executeTakeFirst();
        if (!row) return null;
        await replaceTexts(database, trx, { id, feedId: row.feed_id, author: row.author, content });
        return requireEntry(trx, id);
      }),

    async replaceHtml(id, html) {
      await db
        .updateTable('entry_texts')
        .set({ html, sanitizer: sanitizerVersion })
        .where('entry_id', '=', id)
        .where('sanitizer', '<', sanitizerVersion)
        .execute();
    },

    async listTitles(ids) {
      if (ids.length === 0) return [];
      const rows = await db
        .selectFrom('entries')
        .select(['id', 'title', 'language'])
        .where('id', 'in', ids)
        .execute();
      const titles = new Map(rows.map((row) => [row.id, row]));
      return ids.flatMap((id) => titles.get(id) ?? []);
    },

    async listActiveRuns(of) {
      const taskType = 'entryId' in of ? of.taskType : undefined;
      const entries = db
        .selectFrom('entries')
        .select(sql<string>`cast(id as text)`.as('id'))
        .where((eb) => ('entryId' in of ? eb('id', '=', of.entryId) : eb('feed_id', '=', of.feedId)));
      const rows = await db
        .selectFrom('runs')
        .selectAll()
        .where('source_kind', '=', 'entry')
        .where('status', 'in', unfinished)
        .where('source_id', 'in', entries)
        .$if(taskType !== undefined, (select) => select.where('task_type', '=', taskType as TaskType))
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .execute();
      return readRows('runs', rows, toRun);
    },
  };
}

function toMarks({ read, starred }: EntryPatch, at: number) {
  return {
    ...(read === undefined ? {} : { read_at: read ? at : null }),
    ...(starred === undefined ? {} : { starred_at: starred ? at : null }),
  };
}

async function readEntry(db: Kysely<Tables>, id: EntryId): Promise<Entry | null> {
  const row = await selectWhole(db).where('entries.id', '=', id).executeTakeFirst();
  return row ? toEntry(row) : null;
}

async function requireEntry(db: Kysely<Tables>, id: EntryId): Promise<Entry> {
  const row = await selectWhole(db).where('entries.id', '=', id).executeTakeFirstOrThrow();
  return toEntry(row);
}

async function addKnown(
  db: Kysely<Tables>,
  known: Map<string, KnownEntry>,
  { feedId, guids }: { feedId: FeedId; guids: string[] },
): Promise<void> {
  const rows = await db
    .selectFrom('entries')
    .select(['id', 'guid', 'source_hash', 'text_origin'])
    .where('feed_id', '=', feedId)
    .where('guid', 'in', guids)
    .execute();
  for (const { id, guid, source_hash, text_origin } of rows) {
    known.set(guid, { id, sourceHash: source_hash, textOrigin: text_origin });
  }
  const deleted = await db
    .selectFrom('deleted_entries')
    .select('guid')
    .where('feed_id', '=', feedId)
    .where('guid', 'in', guids)
    .execute();
  for (const { guid } of deleted) known.set(guid, null);
}
