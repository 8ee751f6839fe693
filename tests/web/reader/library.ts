import { inject } from 'vitest';
import { AppError } from '#schema/app-error.ts';
import { type Entry, type EntryHead, type EntryId, entryIdSchema, entrySchema } from '#schema/entry.ts';
import { type Feed, feedIdSchema, feedSchema } from '#schema/feed.ts';
import { languageSchema } from '#schema/language.ts';
import {
  type EntryPage,
  type EntryPatch,
  type EntrySummary,
  entrySummariesSchema,
  type Subscriptions,
  subscriptionsSchema,
} from '#schema/reader-wire.ts';
import { type Settings, settingsSchema } from '#schema/settings.ts';
import type { EntryTranslation } from '#schema/translations/translation-wire.ts';

const dayMs = 86_400_000;
/** The time is noon, so that no entry is on another day in another time zone. */
const yesterdayNoon = new Date().setHours(12, 0, 0, 0) - dayMs;

const feed = feedSchema.parse(recordedSubscriptions().feeds[0]);

export function recordedSubscriptions(): Subscriptions {
  return subscriptionsSchema.parse(inject('recordedAnswers')['reader.subscriptions']?.['']);
}

/** The sample article about the bridge. */
export function recordedEntry(): Entry {
  const { entryId } = inject('world');
  return entrySchema.parse(inject('recordedAnswers')['reader.entries.get']?.[String(entryId)]);
}

/** The newest summary of the article about the bridge, with its run. */
export function recordedSummary(): EntrySummary {
  const { entryId } = inject('world');
  const answer = inject('recordedAnswers')['reader.summaries.list']?.[String(entryId)];
  const [newest] = entrySummariesSchema.parse(answer).items;
  if (newest === undefined) throw new Error('no recorded summary');
  return newest;
}

export function makeFeed(id: number, title: string, more: Partial<Feed> = {}): Feed {
  return { ...feed, id: feedIdSchema.parse(id), title, url: `https://example.org/${id}`, ...more };
}

export function withReader(reader: Partial<Settings['reader']>): Settings {
  const settings = settingsSchema.parse(inject('recordedAnswers')['settings.get']?.['']);
  return { ...settings, reader: { ...settings.reader, ...reader } };
}

export function idOf(index: number): EntryId {
  return entryIdSchema.parse(1000 + index);
}

/**
 * Makes entries with the titles `Entry 0.`, which is the newest, `Entry 1.` and so on. Each day from yesterday on has
 * ten.
 */
export function makeHeads(
  count: number,
  more: (index: number) => Partial<EntryHead> = () => ({}),
): EntryHead[] {
  const { id: _, ...bridge } = recordedEntry();
  return Array.from({ length: count }, (_each, index) => ({
    ...headOf({ ...bridge, id: idOf(index) }),
    feedId: feed.id,
    feedTitle: feed.title,
    title: `Entry ${index}.`,
    publishedAt: yesterdayNoon - dayMs * Math.floor(index / 10) - index * 60_000,
    read: false,
    starred: false,
    hasSummary: false,
    summaryStart: null,
    imageKey: null,
    tags: [],
    ...more(index),
  }));
}

function headOf({
  id,
  feedId,
  feedTitle,
  url,
  title,
  author,
  excerpt,
  publishedAt,
  ...rest
}: Entry): EntryHead {
  const { read, starred, hasSummary, summaryStart, imageKey, tags } = rest;
  const words = { id, feedId, feedTitle, url, title, author, excerpt, publishedAt };
  return { ...words, read, starred, hasSummary, summaryStart, imageKey, tags };
}

export function pageOf(items: EntryHead[]): EntryPage {
  return { items, nextCursor: null, inSummary: [], inTranslation: [] };
}

/** The answers of a server with these entries in one feed, which keeps what is marked. */
export function openLibrary(first: EntryHead[], article: Partial<Entry> = {}) {
  let heads = first;
  const patch = (ids: readonly EntryId[], marks: Partial<EntryHead>) => {
    heads = heads.map((head) => (ids.includes(head.id) ? { ...head, ...marks } : head));
  };
  // An id in a path arrives as text.
  const headBy = (wanted: EntryId): EntryHead => {
    const found = heads.find(({ id }) => id === Number(wanted));
    if (found === undefined) throw new AppError('not_found', 'Entry not found.');
    return found;
  };
  const answers = {
    reader: {
      subscriptions: () => subscriptionsTo(heads),
      entries: {
        list: (query?: { view?: string }) => pageOf(heads.filter((head) => isIn(query?.view, head))),
        get: (id: EntryId): Entry => ({ ...recordedEntry(), ...headBy(id), ...article }),
        patch(wanted: EntryId, marks: EntryPatch = {}) {
          const { id } = headBy(wanted);
          patch([id], toMarks(marks));
          return headBy(id);
        },
        patchMany({ ids, read, starred }: { ids: readonly number[] } & EntryPatch) {
          const marks = toMarks({ read, starred });
          const changed = heads.filter(
            (head) =>
              ids.includes(head.id) &&
              (head.read !== (read ?? head.read) || head.starred !== (starred ?? head.starred)),
          );
          const changedIds = changed.map(({ id }) => id);
          patch(changedIds, marks);
          return changedIds;
        },
        markRead() {
          const marked = heads.filter(({ read }) => !read).length;
          heads = heads.map((head) => ({ ...head, read: true }));
          return marked;
        },
      },
      summaries: { list: { items: [], active: null } },
    },
    translations: { get: untranslated },
    tags: { ofEntry: { get: { tags: [], suggestions: [], run: null } } },
  };
  return {
    answers,
    patch,
    titlesOf: (mark: 'read' | 'starred') => heads.filter((head) => head[mark]).map(({ title }) => title),
  };
}

function subscriptionsTo(heads: EntryHead[]): Subscriptions {
  const unread = heads.filter(({ read }) => !read).length;
  const starred = heads.filter((head) => head.starred).length;
  return { folders: [], feeds: [{ ...feed, unread }], unread, starred, saved: 0 };
}

function isIn(view: string | undefined, { read, starred }: EntryHead): boolean {
  if (view === 'starred') return starred;
  return view === 'all' || !read;
}

function toMarks({ read, starred }: EntryPatch): Partial<EntryHead> {
  return { ...(read !== undefined && { read }), ...(starred !== undefined && { starred }) };
}

const untranslated: EntryTranslation = {
  targetLanguage: languageSchema.parse('de'),
  sourceLanguage: languageSchema.parse('en'),
  total: 9,
  translated: 0,
  titleKey: null,
  paragraphs: [],
  languages: [],
  active: null,
  failed: null,
  maker: null,
  templateChanged: false,
  canTranslate: true,
};
