import { type SqlBool, sql } from 'kysely';
import { z } from 'zod';
import type { EntryId } from '#schema/entry.ts';
import type { BatchEntry, BatchId } from '#schema/tag-wire.ts';
import type { BatchStore, TagStore } from '#sources/entry/tags/ports.ts';
import { decodeCursor, encodeCursor } from '#store/cursor.ts';
import type { Database } from '#store/database.ts';
import { tagKey } from '#text/tags/tag-name.ts';
import { createAdvanceBatch } from './advance-batch.ts';
import { createBatches, isEmpty } from './batches.ts';
import { createEntryTags } from './entry-tags.ts';
import { createTagLibrary } from './tag-library.ts';
import { compareNames, ensureTags, findTags } from './tag-names.ts';
import { createTransferTags } from './transfer-tags.ts';
import { createWishedTags } from './wished-tags.ts';

export function openTags(database: Database): TagStore {
  return {
    ...createTagLibrary(database),
    ...createEntryTags(database),
    ...createBatches(database),
    ...createAdvanceBatch(database),
    ...createAcceptBatch(database),
    ...createListBatchEntries(database),
    ...createTransferTags(database),
    ...createWishedTags(database),
  };
}

/** Accepts what a batch suggested. The tags keep the id of the batch, so that its undo removes them. */
function createAcceptBatch(database: Database): Pick<BatchStore, 'listUnaccepted' | 'acceptBatch'> {
  const { db, transaction, lockTags } = database;
  return {
    async listUnaccepted(id) {
      const rows = await db
        .selectFrom('tagging_entries')
        .select('entry_id')
        .where('batch_id', '=', id)
        .where(({ exists, selectFrom }) =>
          exists(
            selectFrom('tag_suggestions')
              .select('key')
              .whereRef('tag_suggestions.entry_id', '=', 'tagging_entries.entry_id')
              .where('tag_suggestions.batch_id', '=', id)
              .where('dismissed_at', 'is', null),
          ),
        )
        .orderBy('position')
        .execute();
      return rows.map(({ entry_id }) => entry_id);
    },

    acceptBatch: ({ id, entryIds, at }) =>
      transaction(async (trx) => {
        await lockTags(trx);
        const entries = await trx
          .selectFrom('entries')
          .select('id')
          .where('id', 'in', entryIds)
          .orderBy('id')
          .forUpdate()
          .execute();
        if (entries.length === 0) return;
        const there = entries.map((entry) => entry.id);
        const waiting = await trx
          .selectFrom('tag_suggestions')
          .select(['entry_id', 'name', 'quote', 'run_id'])
          .where('batch_id', '=', id)
          .where('dismissed_at', 'is', null)
          .where('entry_id', 'in', there)
          .orderBy('entry_id')
          .orderBy('position')
          .execute();
        const names = waiting.map(({ name }) => name);
        await ensureTags(trx, names, { at, by: { batchId: id } });
        const known = await findTags(trx, [...new Set(names.map(tagKey))]);
        const added = waiting.flatMap(({ entry_id, name, quote, run_id }) => {
          const tag = known.get(tagKey(name));
          if (tag === undefined) return [];
          return [{ entry_id, tag_id: tag.id, origin: 'auto' as const, quote, run_id, batch_id: id, at }];
        });
        if (added.length === 0) return;
        await trx
          .insertInto('entry_tags')
          .values(added)
          .onConflict((conflict) => conflict.doNothing())
          .execute();
        await trx
          .deleteFrom('tag_suggestions')
          .where('batch_id', '=', id)
          .where('dismissed_at', 'is', null)
          .where('entry_id', 'in', there)
          .execute();
      }),
  };
}

const cursorSchema = z.tuple([z.int()]);

function createListBatchEntries(database: Database): Pick<BatchStore, 'listBatchEntries'> {
  const { db } = database;
  return {
    async listBatchEntries(id, { status, empty, limit, cursor }) {
      let select = db
        .selectFrom('tagging_entries as own')
        .innerJoin('entries', 'entries.id', 'own.entry_id')
        .selectAll('own')
        .select('entries.title')
        .where('own.batch_id', '=', id);
      if (status !== undefined) select = select.where('own.status', '=', status);
      if (empty === 'false') select = select.where(sql<SqlBool>`not ${isEmpty}`);
      if (cursor !== undefined)
        select = select.where('own.position', '>', decodeCursor(cursorSchema, cursor)[0]);
      const rows = await select
        .orderBy('own.position')
        .limit(limit + 1)
        .execute();
      const shown = rows.slice(0, limit);
      const last = shown.at(-1);
      const added = await readAdded(
        database,
        id,
        shown.map(({ entry_id }) => entry_id),
      );
      return {
        items: shown.map((row) => ({
          entryId: row.entry_id,
          title: row.title,
          status: row.status,
          runId: row.run_id,
          errorCode: row.error_code,
          errorMessage: row.error_message,
          ...added(row.entry_id),
        })),
        nextCursor: rows.length > limit && last !== undefined ? encodeCursor([last.position]) : null,
      };
    },
  };
}

type Added = Pick<BatchEntry, 'tags' | 'suggestions'>;

async function readAdded(
  { db }: Database,
  id: BatchId,
  entryIds: EntryId[],
): Promise<(entryId: EntryId) => Added> {
  if (entryIds.length === 0) return () => ({ tags: [], suggestions: [] });
  const tags = await db
    .selectFrom('entry_tags')
    .innerJoin('tags', 'tags.id', 'entry_tags.tag_id')
    .select(['entry_tags.entry_id', 'tags.id', 'tags.name', 'entry_tags.origin'])
    .where('entry_tags.batch_id', '=', id)
    .where('entry_tags.entry_id', 'in', entryIds)
    .execute();
  const suggestions = await db
    .selectFrom('tag_suggestions')
    .select(['entry_id', 'key', 'name'])
    .where('batch_id', '=', id)
    .where('dismissed_at', 'is', null)
    .where('entry_id', 'in', entryIds)
    .orderBy('position')
    .execute();
  const known = await findTags(db, [...new Set(suggestions.map(({ key }) => key))]);
  return (entryId) => ({
    tags: tags
      .flatMap(({ entry_id, ...tag }) => (entry_id === entryId ? [tag] : []))
      .sort((a, b) => compareNames(a.name, b.name)),
    suggestions: suggestions.flatMap(({ entry_id, key, name }) => {
      const tag = known.get(key);
      return entry_id === entryId ? [{ key, name: tag?.name ?? name, tagId: tag?.id ?? null }] : [];
    }),
  });
}
