import type { EntryId } from '#schema/entry.ts';
import type { TagId } from '#schema/tags/tag.ts';
import type { EntryTagStore, FoundTags, StoredEntryTags } from '#sources/entry/tags/ports.ts';
import type { Database, TablesTransaction } from '#store/database.ts';
import { fromEngineTransaction } from '#store/runs/engine-transaction.ts';
import { tagKey } from '#text/tags/tag-name.ts';
import { holdsEntry, settleEntry } from './batches.ts';
import { compareNames, ensureTags, findTags, type NamedTag } from './tag-names.ts';

export function createEntryTags(database: Database): EntryTagStore {
  const { db, transaction, lockTags } = database;

  const change = <T>(entryId: EntryId, work: (trx: TablesTransaction) => Promise<T>, missing: T) =>
    transaction(async (trx) => {
      await lockTags(trx);
      return (await isThere(trx, entryId)) ? work(trx) : missing;
    });

  async function isThere(trx: TablesTransaction, id: EntryId): Promise<boolean> {
    const row = await trx
      .selectFrom('entries')
      .select('id')
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst();
    return row !== undefined;
  }

  return {
    getEntryTags: (id) => readEntryTags(db, id),

    addEntryTags: ({ entryId, names, at }) =>
      change(
        entryId,
        async (trx) => {
          await addByHand(trx, { entryId, tags: await ensureTags(trx, names, { at, by: null }), at });
          return true;
        },
        false,
      ),

    replaceEntryTags: ({ entryId, names, at }) =>
      change(
        entryId,
        async (trx) => {
          const tags = await ensureTags(trx, names, { at, by: null });
          const kept = new Set(tags.map(({ id }) => id));
          for (const { id } of (await readEntryTags(trx, entryId)).tags) {
            if (!kept.has(id)) await remove(trx, { entryId, tagId: id, at });
          }
          await addByHand(trx, { entryId, tags, at });
          return true;
        },
        false,
      ),

    removeEntryTag: (removal) => change(removal.entryId, (trx) => remove(trx, removal), false),

    acceptSuggestions: ({ entryId, keys, at }) =>
      change(
        entryId,
        async (trx) => {
          for (const suggestion of await readWaiting(trx, entryId, keys)) {
            const [tag] = await ensureTags(trx, [suggestion.name], { at, by: null });
            if (tag === undefined) continue;
            const { quote, run_id } = suggestion;
            await trx
              .insertInto('entry_tags')
              .values({
                entry_id: entryId,
                tag_id: tag.id,
                origin: 'accepted',
                quote,
                run_id,
                batch_id: null,
                at,
              })
              .onConflict((conflict) =>
                conflict
                  .columns(['entry_id', 'tag_id'])
                  .doUpdateSet({ origin: 'accepted', batch_id: null })
                  .where('entry_tags.origin', '=', 'auto'),
              )
              .execute();
            await forgetSuggestion(trx, entryId, [suggestion.key, tag.key]);
          }
        },
        undefined,
      ),

    dismissSuggestions: ({ entryId, keys, at }) =>
      change(
        entryId,
        async (trx) => {
          for (const { key } of await readWaiting(trx, entryId, keys)) {
            await trx
              .updateTable('tag_suggestions')
              .set({ dismissed_at: at, batch_id: null })
              .where('entry_id', '=', entryId)
              .where('key', '=', key)
              .execute();
          }
        },
        undefined,
      ),

    async saveFoundTags(tx, found) {
      const trx = fromEngineTransaction(tx);
      await lockTags(trx);
      const isWanted = (await isThere(trx, found.entryId)) && (await holdsEntry(trx, found));
      return async () => {
        if (!isWanted) return false;
        await (found.mode === 'accept' ? addFound : suggestFound)(trx, found, await chooseNew(trx, found));
        if (found.batchId !== null) await settleEntry(trx, { ...found, batchId: found.batchId });
        return true;
      };
    },
  };
}

async function readEntryTags(
  db: Pick<TablesTransaction, 'selectFrom'>,
  entryId: EntryId,
): Promise<StoredEntryTags> {
  const rows = await db
    .selectFrom('entry_tags')
    .innerJoin('tags', 'tags.id', 'entry_tags.tag_id')
    .select(['tags.id', 'tags.name', 'entry_tags.origin', 'entry_tags.quote', 'entry_tags.at'])
    .select('entry_tags.run_id')
    .where('entry_tags.entry_id', '=', entryId)
    .execute();
  const waiting = await readWaiting(db, entryId, null);
  const known = await findTags(
    db,
    waiting.map(({ key }) => key),
  );
  const tags = rows.map(({ run_id, ...row }) => ({ ...row, runId: run_id }));
  const shown = new Set(tags.map(({ id }) => id));
  return {
    tags: tags.sort((a, b) => compareNames(a.name, b.name)),
    suggestions: waiting.flatMap(({ key, name, quote, run_id }) => {
      const tag = known.get(key);
      // Two suggestions may lead to the same tag by now, or the entry may already have the tag.
      if (tag !== undefined && shown.has(tag.id)) return [];
      if (tag !== undefined) shown.add(tag.id);
      return [{ key, name: tag?.name ?? name, tagId: tag?.id ?? null, quote, runId: run_id }];
    }),
  };
}

function readWaiting(
  db: Pick<TablesTransaction, 'selectFrom'>,
  entryId: EntryId,
  keys: readonly string[] | null,
) {
  return db
    .selectFrom('tag_suggestions')
    .select(['key', 'name', 'quote', 'run_id'])
    .where('entry_id', '=', entryId)
    .where('dismissed_at', 'is', null)
    .$if(keys !== null, (select) => select.where('key', 'in', keys?.length ? [...keys] : ['']))
    .orderBy('position')
    .orderBy('key')
    .execute();
}

async function addByHand(
  trx: TablesTransaction,
  { entryId, tags, at }: { entryId: EntryId; tags: readonly NamedTag[]; at: number },
): Promise<void> {
  for (const { id, key } of tags) {
    await trx
      .insertInto('entry_tags')
      .values({
        entry_id: entryId,
        tag_id: id,
        origin: 'hand',
        quote: null,
        run_id: null,
        batch_id: null,
        at,
      })
      .onConflict((conflict) =>
        conflict
          .columns(['entry_id', 'tag_id'])
          .doUpdateSet({ origin: 'accepted', batch_id: null })
          .where('entry_tags.origin', '=', 'auto'),
      )
      .execute();
    await forgetSuggestion(trx, entryId, [key]);
  }
}

async function remove(
  trx: TablesTransaction,
  { entryId, tagId, at }: { entryId: EntryId; tagId: TagId; at: number },
): Promise<boolean> {
  const removed = await trx
    .deleteFrom('entry_tags')
    .where('entry_id', '=', entryId)
    .where('tag_id', '=', tagId)
    .returning('run_id')
    .executeTakeFirst();
  if (removed === undefined) return false;
  const { name } = await trx
    .selectFrom('tags')
    .select('name')
    .where('id', '=', tagId)
    .executeTakeFirstOrThrow();
  await trx
    .insertInto('tag_suggestions')
    .values({
      entry_id: entryId,
      key: tagKey(name),
      name,
      quote: '',
      position: 0,
      run_id: removed.run_id,
      batch_id: null,
      at,
      dismissed_at: at,
    })
    .onConflict((conflict) =>
      conflict.columns(['entry_id', 'key']).doUpdateSet({ dismissed_at: at, batch_id: null }),
    )
    .execute();
  return true;
}

async function forgetSuggestion(trx: TablesTransaction, entryId: EntryId, keys: string[]): Promise<void> {
  await trx.deleteFrom('tag_suggestions').where('entry_id', '=', entryId).where('key', 'in', keys).execute();
}

type NewFound = FoundTags['found'][number] & { key: string };

/** Returns the tags that the entry does not have and nobody dismissed, under the names of the library. */
async function chooseNew(trx: TablesTransaction, { entryId, found }: FoundTags): Promise<NewFound[]> {
  const dismissed = await trx
    .selectFrom('tag_suggestions')
    .select('key')
    .where('entry_id', '=', entryId)
    .where('dismissed_at', 'is not', null)
    .execute();
  const keys = [...found.map(({ name }) => tagKey(name)), ...dismissed.map(({ key }) => key)];
  const known = await findTags(trx, keys);
  const ownKey = (key: string) => known.get(key)?.key ?? key;
  const { tags } = await readEntryTags(trx, entryId);
  const seen = new Set([...dismissed.map(({ key }) => ownKey(key)), ...tags.map(({ name }) => tagKey(name))]);
  return found.flatMap(({ name, quote }) => {
    const key = ownKey(tagKey(name));
    if (seen.has(key)) return [];
    seen.add(key);
    return [{ key, name: known.get(tagKey(name))?.name ?? name, quote }];
  });
}

async function addFound(
  trx: TablesTransaction,
  { entryId, runId, batchId, at }: FoundTags,
  added: readonly NewFound[],
): Promise<void> {
  for (const { key, name, quote } of added) {
    const [tag] = await ensureTags(trx, [name], { at, by: { batchId } });
    if (tag === undefined) continue;
    await trx
      .insertInto('entry_tags')
      .values({
        entry_id: entryId,
        tag_id: tag.id,
        origin: 'auto',
        quote,
        run_id: runId,
        batch_id: batchId,
        at,
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    await forgetSuggestion(trx, entryId, [key]);
  }
}

/** Stores suggestions. A batch only adds, so that its undo leaves earlier suggestions. */
async function suggestFound(
  trx: TablesTransaction,
  { entryId, runId, batchId, at }: FoundTags,
  suggested: readonly NewFound[],
): Promise<void> {
  if (batchId === null) {
    await trx
      .deleteFrom('tag_suggestions')
      .where('entry_id', '=', entryId)
      .where('dismissed_at', 'is', null)
      .execute();
  }
  if (suggested.length === 0) return;
  await trx
    .insertInto('tag_suggestions')
    .values(
      suggested.map(({ key, name, quote }, position) => ({
        entry_id: entryId,
        key,
        name,
        quote,
        position,
        run_id: runId,
        batch_id: batchId,
        at,
        dismissed_at: null,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
