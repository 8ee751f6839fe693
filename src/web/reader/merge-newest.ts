import type { EntryHead } from '#schema/entry.ts';
import type { EntryPage } from '#schema/reader-wire.ts';

/**
 * Updates the list from its newest page alone. Known entries change in place, and new ones are inserted where they
 * belong. No entry disappears: a read entry stays until the list is reopened.
 */
export function mergeNewest(pages: readonly EntryPage[], newest: readonly EntryHead[]): EntryPage[] {
  const [first, ...rest] = pages;
  if (first === undefined) return [];
  const byId = new Map(newest.map((head) => [head.id, head]));
  const known = new Set(pages.flatMap(({ items }) => items.map(({ id }) => id)));
  const last = pages.at(-1)?.items.at(-1);
  const isComplete = pages.at(-1)?.nextCursor === null;
  // An entry that is older than the loaded ones comes with its own page.
  const added = newest.filter(
    (head) => !known.has(head.id) && (isComplete || last === undefined || compareEntries(head, last) < 0),
  );
  const update = (page: EntryPage): EntryPage => {
    if (!page.items.some(({ id }) => byId.has(id))) return page;
    return { ...page, items: page.items.map((head) => byId.get(head.id) ?? head) };
  };
  const items = [...update(first).items, ...added];
  return [{ ...first, items: added.length === 0 ? items : items.sort(compareEntries) }, ...rest.map(update)];
}

/** Compares entries in the server's order, newest first. */
export function compareEntries(
  first: Pick<EntryHead, 'publishedAt' | 'id'>,
  second: Pick<EntryHead, 'publishedAt' | 'id'>,
): number {
  return second.publishedAt - first.publishedAt || second.id - first.id;
}
