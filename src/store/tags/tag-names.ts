import type { BatchId } from '#schema/tag-wire.ts';
import type { TagId } from '#schema/tags/tag.ts';
import type { TablesTransaction } from '#store/database.ts';
import { preferSpelling, tagKey, tidyTagName } from '#text/tags/tag-name.ts';

export interface NamedTag {
  id: TagId;
  name: string;
  /** The key of the tag's own name. */
  key: string;
}

interface NewTag {
  at: number;
  /** The batch that adds the tag. `by` is null when a person wants the tag, whose spelling then stays. */
  by: { batchId: BatchId | null } | null;
}

/** Finds the tags that these keys lead to, by key. Unknown keys are left out. */
export async function findTags(
  trx: Pick<TablesTransaction, 'selectFrom'>,
  keys: readonly string[],
): Promise<Map<string, NamedTag & { isNamed: boolean }>> {
  if (keys.length === 0) return new Map();
  const rows = await trx
    .selectFrom('tag_keys')
    .innerJoin('tags', 'tags.id', 'tag_keys.tag_id')
    .innerJoin('tag_keys as own', (join) =>
      join.onRef('own.tag_id', '=', 'tags.id').on('own.synonym', 'is', null),
    )
    .select(['tag_keys.key', 'tags.id', 'tags.name', 'tags.is_named', 'own.key as own_key'])
    .where('tag_keys.key', 'in', [...keys])
    .execute();
  return new Map(
    rows.map(({ key, id, name, own_key, is_named }) => [
      key,
      { id, name, key: own_key, isNamed: is_named === 1 },
    ]),
  );
}

/** Returns each tag of these names once. A name that leads to no tag is added to the library. */
export async function ensureTags(
  trx: TablesTransaction,
  names: readonly string[],
  { at, by }: NewTag,
): Promise<NamedTag[]> {
  // The first of two spellings is kept.
  const spelled = new Map(names.toReversed().map((name) => [tagKey(name), tidyTagName(name)]));
  spelled.delete('');
  const known = await findTags(trx, [...spelled.keys()]);
  const tags = new Map<TagId, NamedTag>();
  for (const [key, name] of spelled) {
    const found = known.get(key);
    if (found === undefined) {
      const created = await createTag(trx, { key, name, at, by });
      tags.set(created.id, created);
      continue;
    }
    tags.set(found.id, found);
    if (by === null) await keepTag(trx, found.id);
    else if (!found.isNamed && found.key === key) await respell(trx, found, name);
  }
  return [...tags.values()];
}

/** Keeps a tag in the library, so that no undo of a batch removes it. */
async function keepTag(trx: TablesTransaction, id: TagId): Promise<void> {
  await trx.updateTable('tags').set({ is_named: 1, batch_id: null }).where('id', '=', id).execute();
}

/** Chooses the preferred spelling, so that the name does not depend on the order in which entries of a batch end. */
async function respell(trx: TablesTransaction, tag: NamedTag, name: string): Promise<void> {
  const preferred = preferSpelling(tag.name, name);
  if (preferred === tag.name) return;
  await trx.updateTable('tags').set({ name: preferred }).where('id', '=', tag.id).execute();
}

export async function createTag(
  trx: TablesTransaction,
  { key, name, at, by }: { key: string; name: string } & NewTag,
): Promise<NamedTag> {
  const { id } = await trx
    .insertInto('tags')
    .values({ name, is_named: by === null ? 1 : 0, batch_id: by?.batchId ?? null, created_at: at })
    .returning('id')
    .executeTakeFirstOrThrow();
  await trx.insertInto('tag_keys').values({ key, tag_id: id, synonym: null }).execute();
  return { id, name, key };
}

/** The collator is created on first use, because that takes about 10 ms. */
let collator: Intl.Collator | undefined;

/** Compares names here, because databases order letters in their own ways and lists must be the same on both. */
export function compareNames(one: string, other: string): number {
  collator ??= new Intl.Collator('en', { numeric: true, sensitivity: 'base' });
  return collator.compare(one, other) || (one < other ? -1 : 1);
}
