import type { Subscriptions } from '#schema/reader-wire.ts';
import type { Strings } from '#web/strings/en/en.ts';
import type { Place } from './place.ts';

/** The heading above the list. */
export function placeName(place: Place, { feeds, folders }: Subscriptions, { reader }: Strings): string {
  const feed = feeds.find(({ id }) => id === place.feed);
  const folder = folders.find(({ id }) => id === place.folder);
  return feed?.title ?? folder?.name ?? reader.feeds[place.view];
}
