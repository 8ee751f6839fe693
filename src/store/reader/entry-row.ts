import { type Kysely, sql } from 'kysely';
import type { Entry, EntryHead } from '#schema/entry.ts';
import { type TagRef, tagIdSchema } from '#schema/tags/tag.ts';
import type { Tables } from '#store/tables.ts';
import { compareNames } from '#store/tags/tag-names.ts';

/** Separates tags, because no name of a tag has a line break. */
const separator = '\n';

/** Selects entries as lists show them, with the name of their feed. */
export function selectHeads(db: Kysely<Tables>) {
  return db
    .selectFrom('entries')
    .leftJoin('feeds', 'feeds.id', 'entries.feed_id')
    .select([
      'entries.id',
      'entries.feed_id',
      'entries.url',
      'entries.title',
      'entries.author',
      'entries.excerpt',
      'entries.image_key',
      'entries.published_at',
      'entries.read_at',
      'entries.starred_at',
    ])
    .select((eb) => [
      eb.fn.coalesce('feeds.custom_title', 'feeds.title', 'entries.site_title').as('feed_title'),
      // With a limit, the subquery runs for each shown row. With `exists`, PostgreSQL would gather all summaries
      // first.
      eb
        .selectFrom('slots')
        .innerJoin('summaries', 'summaries.run_id', 'slots.run_id')
        .select(sql<string>`substr(summaries.text, 1, 400)`.as('start'))
        .where('slots.task_type', '=', 'summary')
        .where('slots.source_kind', '=', 'entry')
        .where('slots.source_id', '=', sql<string>`cast(entries.id as text)`)
        .where('slots.cleared_at', 'is', null)
        // The plus sign keeps SQLite from walking the index of all summaries by age for each entry.
        .orderBy(sql`+slots.updated_at`, 'desc')
        .orderBy('slots.created_at', 'desc')
        .orderBy('slots.run_id', 'desc')
        .limit(1)
        .as('summary_start'),
      // Tags are read in the same statement, so that a page needs no further ones.
      eb
        .selectFrom('entry_tags')
        .innerJoin('tags', 'tags.id', 'entry_tags.tag_id')
        .select(
          sql<string | null>`string_agg(cast(tags.id as text) || ':' || tags.name, ${sql.lit(separator)})`.as(
            'tags',
          ),
        )
        .whereRef('entry_tags.entry_id', '=', 'entries.id')
        .as('tags'),
    ]);
}

export function selectWhole(db: Kysely<Tables>) {
  return selectHeads(db)
    .innerJoin('entry_texts', 'entry_texts.entry_id', 'entries.id')
    .select([
      'entry_texts.html',
      'entry_texts.sanitizer',
      'entry_texts.text',
      'entries.text_origin',
      'entries.content_hash',
      'entries.language',
      'entries.reading_minutes',
      'entries.created_at',
      'entries.updated_at',
    ]);
}

type HeadRow = Awaited<ReturnType<ReturnType<typeof selectHeads>['execute']>>[number];
type WholeRow = Awaited<ReturnType<ReturnType<typeof selectWhole>['execute']>>[number];

export function toHead(row: HeadRow): EntryHead {
  return {
    id: row.id,
    feedId: row.feed_id,
    feedTitle: row.feed_title,
    url: row.url,
    title: row.title,
    author: row.author,
    excerpt: row.excerpt,
    publishedAt: row.published_at,
    read: row.read_at !== null,
    starred: row.starred_at !== null,
    hasSummary: row.summary_start !== null,
    summaryStart: row.summary_start,
    imageKey: row.image_key,
    tags: readTags(row.tags),
  };
}

export function toEntry(row: WholeRow): Entry {
  return {
    ...toHead(row),
    html: row.html,
    sanitizer: row.sanitizer,
    text: row.text,
    textOrigin: row.text_origin,
    contentHash: row.content_hash,
    language: row.language,
    readingMinutes: row.reading_minutes,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

function readTags(tags: string | null): TagRef[] {
  if (tags === null) return [];
  return tags
    .split(separator)
    .map((tag) => {
      const colon = tag.indexOf(':');
      return { id: tagIdSchema.parse(Number(tag.slice(0, colon))), name: tag.slice(colon + 1) };
    })
    .sort((a, b) => compareNames(a.name, b.name));
}
