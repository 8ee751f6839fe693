import { type EntryId, entryIdSchema } from '#schema/entry.ts';
import { feedIdSchema, folderIdSchema } from '#schema/feed.ts';
import type { ListEntriesQuery } from '#schema/reader-wire.ts';
import type { Store } from '#store/store.ts';
import type { Filling } from './fill-store.ts';
import { ask, pick, type Query } from './query.ts';
import { words } from './texts.ts';

export function readerQueries(store: Store, { rows, now }: Filling): Query[] {
  const feedId = feedIdSchema.parse(4);
  const folderId = folderIdSchema.parse(2);
  const entryOf = (round: number): EntryId => entryIdSchema.parse(pick(round, rows));
  const entry = (name: string, work: (round: number) => Promise<unknown>) => ask('entries', name, work);
  const search = (name: string, query: string, filter: Partial<ListEntriesQuery> = {}) =>
    entry(name, () => store.reader.listEntries({ view: 'all', limit: 50, query, ...filter }));
  return [
    entry('entries, unread', () => store.reader.listEntries({ view: 'unread', limit: 50 })),
    entry('entries, all', () => store.reader.listEntries({ view: 'all', limit: 50 })),
    entry('entries, starred', () => store.reader.listEntries({ view: 'starred', limit: 50 })),
    entry('entries of a feed', () => store.reader.listEntries({ view: 'all', limit: 50, feedId })),
    entry('unread of a folder', () => store.reader.listEntries({ view: 'unread', limit: 50, folderId })),
    entry('feeds and unread counts', () => store.reader.listSubscriptions()),
    entry('open an entry', (round) => store.reader.getEntry(entryOf(round))),
    entry('mark an entry read', (round) => store.reader.patchEntry(entryOf(round), { read: true }, now)),
    search('search entries, a rare word', words.rare),
    search('search entries, a word of every 100th', words.medium),
    search('search entries, a word of every 2nd', words.common),
    search('search entries, two words', `${words.common} ${words.medium}`),
    search('search in a feed, a word of every 2nd', words.common, { feedId }),
    search('search unread in a feed, a word of every 2nd', words.common, { feedId, view: 'unread' }),
    search('search saved entries, a word of every 2nd', words.common, { view: 'saved' }),
    search('search starred entries, a word of every 2nd', words.common, { view: 'starred' }),
    search('search in a folder, a word of every 2nd', words.common, { folderId }),
  ];
}
