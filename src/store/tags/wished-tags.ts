import { randomUUID } from 'node:crypto';
import type { EntryId } from '#schema/entry.ts';
import { runIdSchema } from '#schema/ids.ts';
import type { AutoTagRule } from '#schema/tags/tag.ts';
import type { WishedTagStore } from '#sources/entry/tags/ports.ts';
import type { Database, TablesTransaction } from '#store/database.ts';

/** New entries that wait for the run that tags them. */
export function createWishedTags({ db }: Database): WishedTagStore {
  const select = () =>
    db
      .selectFrom('wished_tags')
      .innerJoin('entries', 'entries.id', 'wished_tags.entry_id')
      .select(['wished_tags.entry_id', 'wished_tags.mode', 'wished_tags.run_id', 'entries.feed_id'])
      .orderBy('wished_tags.entry_id');
  return {
    async listWished(of) {
      const rows = await ('feedId' in of
        ? select().where('entries.feed_id', '=', of.feedId)
        : select().where('wished_tags.held_until', '<=', of.at)
      ).execute();
      return rows.map((row) => ({
        entryId: row.entry_id,
        feedId: row.feed_id,
        mode: row.mode,
        runId: row.run_id,
      }));
    },

    async holdWished(feedId, until) {
      await db
        .updateTable('wished_tags')
        .set({ held_until: until })
        .where('entry_id', 'in', (eb) => eb.selectFrom('entries').select('id').where('feed_id', '=', feedId))
        .execute();
    },

    async dropWished(entryIds) {
      if (entryIds.length === 0) return;
      await db
        .deleteFrom('wished_tags')
        .where('entry_id', 'in', [...entryIds])
        .execute();
    },
  };
}

/** Adds wishes in the transaction that stores the entries, so that a crash cannot separate the two. */
export async function wishTags(
  trx: TablesTransaction,
  { ids, mode, heldUntil }: { ids: readonly EntryId[]; mode: AutoTagRule; heldUntil: number },
): Promise<void> {
  if (mode === 'off' || ids.length === 0) return;
  await trx
    .insertInto('wished_tags')
    .values(
      ids.map((entry_id) => ({
        entry_id,
        mode,
        run_id: runIdSchema.parse(randomUUID()),
        held_until: heldUntil,
      })),
    )
    .execute();
}
