import type { EntryHead } from '#schema/entry.ts';
import type { EntryPatch, Subscriptions } from '#schema/reader-wire.ts';

export function countPatch(known: Subscriptions, head: EntryHead, patch: EntryPatch): Subscriptions {
  const unreadBy = by(head.read, patch.read) * -1;
  const starredBy = by(head.starred, patch.starred);
  if (unreadBy === 0 && starredBy === 0) return known;
  return {
    ...known,
    unread: Math.max(0, known.unread + unreadBy),
    starred: Math.max(0, known.starred + starredBy),
    feeds: known.feeds.map((feed) =>
      feed.id === head.feedId ? { ...feed, unread: Math.max(0, feed.unread + unreadBy) } : feed,
    ),
  };
}

function by(before: boolean, after: boolean | undefined): number {
  if (after === undefined || after === before) return 0;
  return after ? 1 : -1;
}
