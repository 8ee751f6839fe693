import type { BatchStore } from '#sources/entry/tags/ports.ts';
import type { Database } from '#store/database.ts';
import { tagKey } from '#text/tags/tag-name.ts';
import { ensureTags, findTags } from './tag-names.ts';

/** Accepts what a batch suggested. The tags keep its id, so that its undo removes them. */
export function createAcceptBatch(database: Database): Pick<BatchStore, 'listUnaccepted' | 'acceptBatch'> {
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
