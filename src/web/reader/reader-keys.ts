import type { EntryId } from '#schema/entry.ts';
import type { Place } from './place.ts';

/** The first part of a key is the name the server uses in change events. */
export const readerKeys = {
  subscriptions: () => ['feeds', 'subscriptions'] as const,
  refresh: () => ['feeds', 'refresh'] as const,
  /** Never refetched by change events: updates come through `newest`, so that nothing disappears. */
  lists: () => ['entry-list'] as const,
  list: (place: Place) => ['entry-list', place] as const,
  newest: (place: Place) => ['entries', 'newest', place] as const,
  entry: (id: EntryId) => ['entries', 'one', id] as const,
};
