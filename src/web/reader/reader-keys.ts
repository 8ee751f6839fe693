import type { EntryId } from '#schema/entry.ts';
import type { Place } from './place.ts';

/** The first part of a key is what the server names when it changes. */
export const readerKeys = {
  subscriptions: () => ['feeds', 'subscriptions'] as const,
  refresh: () => ['feeds', 'refresh'] as const,
  /** Named by nothing that the server names: what has changed comes through `newest`, and nothing moves away. */
  lists: () => ['entry-list'] as const,
  list: (place: Place) => ['entry-list', place] as const,
  newest: (place: Place) => ['entries', 'newest', place] as const,
  entry: (id: EntryId) => ['entries', 'one', id] as const,
};
