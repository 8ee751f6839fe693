import type { Subscriptions } from '#schema/reader-wire.ts';
import type { TagRef } from '#schema/tags/tag.ts';
import type { Strings } from '#web/strings/en/en.ts';
import type { Place } from './place.ts';

interface Named extends Pick<Subscriptions, 'feeds' | 'folders'> {
  tags?: readonly TagRef[] | undefined;
}

/** The heading above the list. */
export function placeName(place: Place, { feeds, folders, tags }: Named, { reader }: Strings): string {
  const feed = feeds.find(({ id }) => id === place.feed);
  const folder = folders.find(({ id }) => id === place.folder);
  const tag = tags?.find(({ id }) => id === place.tag);
  return feed?.title ?? folder?.name ?? (tag === undefined ? reader.feeds[place.view] : `#${tag.name}`);
}
