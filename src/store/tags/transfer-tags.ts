import type { EntryId } from '#schema/entry.ts';
import type { ExportedEntry, TagExport, TagImportReport } from '#schema/tag-wire.ts';
import type { TagLibraryStore } from '#sources/entry/tags/ports.ts';
import type { Database, TablesTransaction } from '#store/database.ts';
import { tagKey, tidyTagName } from '#text/tags/tag-name.ts';
import { createTagLibrary } from './tag-library.ts';
import { compareNames, createTag, ensureTags, findTags } from './tag-names.ts';

type Transfer = Pick<TagLibraryStore, 'exportTags' | 'importTags'>;

/** The number of entries of a file that are imported in one step, so that other work does not wait long. */
const entriesPerStep = 200;

export function createTransferTags(database: Database): Transfer {
  const { transaction, lockTags } = database;
  const change = <T>(work: (trx: TablesTransaction) => Promise<T>) =>
    transaction(async (trx) => {
      await lockTags(trx);
      return work(trx);
    });

  return {
    async exportTags() {
      const tags = await createTagLibrary(database).listTags();
      return {
        tags: tags.map(({ name, synonyms }) => ({ name, synonyms })),
        entries: await readTagged(database),
      };
    },

    async importTags({ tags, entries }, at) {
      const report: TagImportReport = { tags: 0, synonyms: 0, entryTags: 0, unknownEntries: 0 };
      for (let from = 0; from < tags.length; from += entriesPerStep) {
        await change((trx) =>
          importLibrary(trx, { tags: tags.slice(from, from + entriesPerStep), at, report }),
        );
      }
      for (let from = 0; from < entries.length; from += entriesPerStep) {
        const some = entries.slice(from, from + entriesPerStep);
        await change((trx) => importEntries(trx, { entries: some, at, report }));
      }
      return report;
    },
  };

  async function readTagged({ db: from }: Database): Promise<ExportedEntry[]> {
    const rows = await from
      .selectFrom('entry_tags')
      .innerJoin('tags', 'tags.id', 'entry_tags.tag_id')
      .innerJoin('entries', 'entries.id', 'entry_tags.entry_id')
      .leftJoin('feeds', 'feeds.id', 'entries.feed_id')
      .select(['entries.id', 'entries.guid', 'entries.url', 'entries.title', 'tags.name'])
      .select('feeds.url as feed_url')
      .orderBy('entries.id')
      .execute();
    return [...Map.groupBy(rows, ({ id }) => id).values()].flatMap((ofEntry) => {
      const [first] = ofEntry;
      if (first === undefined) return [];
      const { feed_url, guid, url, title } = first;
      const names = ofEntry.map(({ name }) => name).sort(compareNames);
      return [{ feedUrl: feed_url, guid, url, title, tags: names }];
    });
  }

  async function importEntries(
    trx: TablesTransaction,
    { entries, at, report }: { entries: TagExport['entries']; at: number; report: TagImportReport },
  ): Promise<void> {
    for (const entry of entries) {
      const entryId = await findEntry(trx, entry);
      if (entryId === null) {
        report.unknownEntries += 1;
        continue;
      }
      for (const { id } of await ensureTags(trx, entry.tags, { at, by: null })) {
        const added = await trx
          .insertInto('entry_tags')
          .values({
            entry_id: entryId,
            tag_id: id,
            origin: 'hand' as const,
            quote: null,
            run_id: null,
            batch_id: null,
            at,
          })
          .onConflict((conflict) => conflict.doNothing())
          .returning('tag_id')
          .execute();
        report.entryTags += added.length;
      }
    }
  }

  async function findEntry(
    trx: TablesTransaction,
    { feedUrl, guid, url }: ExportedEntry,
  ): Promise<EntryId | null> {
    const byGuid =
      guid === null
        ? undefined
        : await trx
            .selectFrom('entries')
            .leftJoin('feeds', 'feeds.id', 'entries.feed_id')
            .select('entries.id')
            .where('entries.guid', '=', guid)
            .where((eb) =>
              feedUrl === null ? eb('entries.feed_id', 'is', null) : eb('feeds.url', '=', feedUrl),
            )
            .executeTakeFirst();
    if (byGuid !== undefined || url === null) return byGuid?.id ?? null;
    const byUrl = await trx
      .selectFrom('entries')
      .select('id')
      .where('url', '=', url)
      .orderBy('id', 'desc')
      .executeTakeFirst();
    return byUrl?.id ?? null;
  }
}

/**
 * Imports the library. An existing tag keeps its name, and a name that leads to another tag here stays with that tag.
 */
async function importLibrary(
  trx: TablesTransaction,
  { tags, at, report }: { tags: TagExport['tags']; at: number; report: TagImportReport },
): Promise<void> {
  for (const { name, synonyms } of tags) {
    const key = tagKey(name);
    if (key === '') continue;
    const known = await findTags(trx, [key, ...synonyms.map(tagKey)]);
    const own = known.get(key) ?? (await createTag(trx, { key, name: tidyTagName(name), at, by: null }));
    if (!known.has(key)) report.tags += 1;
    const added = new Map(synonyms.map((synonym) => [tagKey(synonym), tidyTagName(synonym)]));
    for (const [synonymKey, synonym] of added) {
      if (synonymKey === '' || synonymKey === key || known.has(synonymKey)) continue;
      await trx.insertInto('tag_keys').values({ key: synonymKey, tag_id: own.id, synonym }).execute();
      report.synonyms += 1;
    }
  }
}
