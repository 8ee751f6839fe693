import { sql } from 'kysely';
import type { Tag } from '#schema/tag-wire.ts';
import type { TagId } from '#schema/tags/tag.ts';
import type { TagLibraryStore, TakenName } from '#sources/entry/tags/ports.ts';
import type { Database, TablesTransaction } from '#store/database.ts';
import { tagKey, tidyTagName } from '#text/tags/tag-name.ts';
import { compareNames, createTag, findTags } from './tag-names.ts';

type Library = Omit<TagLibraryStore, 'exportTags' | 'importTags'>;

export function createTagLibrary({ db, transaction, lockTags }: Database): Library {
  const change = <T>(work: (trx: TablesTransaction) => Promise<T>) =>
    transaction(async (trx) => {
      await lockTags(trx);
      return work(trx);
    });

  return {
    listTags: () => readTags(db),

    createTag: ({ name, synonyms }, at) =>
      change(async (trx) => {
        const spelled = namesOf(synonyms, name);
        const taken = await findTaken(trx, [tagKey(name), ...spelled.keys()], null);
        if (taken !== null) return taken;
        const { id } = await createTag(trx, { key: tagKey(name), name: tidyTagName(name), at, by: null });
        await addSynonyms(trx, id, spelled);
        return requireTag(trx, id);
      }),

    patchTag: (id, { name, synonyms }) =>
      change(async (trx) => {
        const [tag] = await readTags(trx, id);
        if (tag === undefined) return null;
        const spelled = namesOf(synonyms ?? tag.synonyms, name ?? tag.name);
        const own = tagKey(name ?? tag.name);
        const taken = await findTaken(trx, [own, ...spelled.keys()], id);
        if (taken !== null) return taken;
        await trx.deleteFrom('tag_keys').where('tag_id', '=', id).execute();
        await trx.insertInto('tag_keys').values({ key: own, tag_id: id, synonym: null }).execute();
        await addSynonyms(trx, id, spelled);
        await trx
          .updateTable('tags')
          .set({ name: tidyTagName(name ?? tag.name), is_named: 1, batch_id: null })
          .where('id', '=', id)
          .execute();
        return requireTag(trx, id);
      }),

    mergeTag: ({ id, into }) =>
      change(async (trx) => {
        const both = await trx
          .selectFrom('tags')
          .select(['id', 'name'])
          .where('id', 'in', [id, into])
          .execute();
        const merged = both.find((tag) => tag.id === id);
        if (merged === undefined || both.length < 2) return null;
        // A tag that a person confirmed under either name stays confirmed.
        await sql`
          update entry_tags set origin = other.origin, batch_id = null
          from entry_tags as other
          where entry_tags.tag_id = ${into} and other.tag_id = ${id}
            and other.entry_id = entry_tags.entry_id
            and entry_tags.origin = 'auto' and other.origin <> 'auto'
        `.execute(trx);
        await sql`
          update entry_tags set tag_id = ${into}
          where tag_id = ${id} and not exists (
            select 1 from entry_tags as other
            where other.tag_id = ${into} and other.entry_id = entry_tags.entry_id)
        `.execute(trx);
        await trx
          .updateTable('tag_keys')
          .set({ tag_id: into, synonym: sql<string>`coalesce(synonym, ${merged.name})` })
          .where('tag_id', '=', id)
          .execute();
        await trx.deleteFrom('tags').where('id', '=', id).execute();
        await trx.updateTable('tags').set({ is_named: 1, batch_id: null }).where('id', '=', into).execute();
        return requireTag(trx, into);
      }),

    deleteTag: (id) =>
      change(async (trx) => {
        const { numDeletedRows } = await trx.deleteFrom('tags').where('id', '=', id).executeTakeFirst();
        return numDeletedRows > 0n;
      }),

    async listLibrary(before) {
      const tags = await readTags(db);
      return tags
        .filter(({ createdAt }) => before === null || createdAt < before)
        .map(({ name, synonyms, entries }) => ({ name, key: tagKey(name), synonyms, entries }))
        .sort((a, b) => b.entries - a.entries || (a.key < b.key ? -1 : 1));
    },
  };
}

/** Returns the synonyms by key, without the tag's own name. */
function namesOf(synonyms: readonly string[], own: string): Map<string, string> {
  const spelled = new Map(synonyms.map((synonym) => [tagKey(synonym), tidyTagName(synonym)]));
  spelled.delete(tagKey(own));
  return spelled;
}

async function findTaken(
  trx: TablesTransaction,
  keys: readonly string[],
  except: TagId | null,
): Promise<TakenName | null> {
  for (const { id, name } of (await findTags(trx, keys)).values()) {
    if (id !== except) return { taken: { id, name } };
  }
  return null;
}

async function addSynonyms(
  trx: TablesTransaction,
  id: TagId,
  spelled: ReadonlyMap<string, string>,
): Promise<void> {
  if (spelled.size === 0) return;
  const rows = [...spelled].map(([key, synonym]) => ({ key, tag_id: id, synonym }));
  await trx.insertInto('tag_keys').values(rows).execute();
}

async function requireTag(trx: TablesTransaction, id: TagId): Promise<Tag> {
  const [tag] = await readTags(trx, id);
  if (tag === undefined) throw new TypeError(`tag ${id} is gone`);
  return tag;
}

/** Reads all tags or one tag, sorted by name. */
async function readTags(db: Pick<TablesTransaction, 'selectFrom'>, id?: TagId): Promise<Tag[]> {
  const rows = await db
    .selectFrom('tags')
    .select(['tags.id', 'tags.name', 'tags.created_at'])
    .select((eb) =>
      eb
        .selectFrom('entry_tags')
        .select((inner) => inner.fn.countAll<number>().as('count'))
        .whereRef('entry_tags.tag_id', '=', 'tags.id')
        .$asScalar()
        .$notNull()
        .as('entries'),
    )
    .$if(id !== undefined, (select) => select.where('tags.id', '=', id as TagId))
    .execute();
  const keys = await db
    .selectFrom('tag_keys')
    .select(['tag_id', 'synonym'])
    .where('synonym', 'is not', null)
    .$if(id !== undefined, (select) => select.where('tag_id', '=', id as TagId))
    .execute();
  const synonyms = Map.groupBy(keys, ({ tag_id }) => tag_id);
  return rows
    .map((row) => ({
      id: row.id,
      name: row.name,
      synonyms: (synonyms.get(row.id) ?? []).flatMap(({ synonym }) => synonym ?? []).sort(compareNames),
      entries: row.entries,
      createdAt: row.created_at,
    }))
    .sort((a, b) => compareNames(a.name, b.name));
}
