import type { Subscriptions } from '#schema/reader-wire.ts';
import type { TagRef } from '#schema/tags/tag.ts';
import type { Strings } from '#web/strings/en/en.ts';
import type { Place } from './place.ts';

interface Named extends Pick<Subscriptions, 'feeds' | 'folders'> {
  tags?: readonly TagRef[] | undefined;
}

/** The heading above the list. */
export function placeName(
  place: Place,
  { feeds, folders, tags }: Named,
  { reader, tags: words }: Strings,
): string {
  const feed = feeds.find(({ id }) => id === place.feed);
  const folder = folders.find(({ id }) => id === place.folder);
  const tag = tags?.find(({ id }) => id === place.tag);
  if (isTagGone(place, tags)) return words.goneHeading;
  return feed?.title ?? folder?.name ?? (tag === undefined ? reader.feeds[place.view] : `#${tag.name}`);
}

/** Whether the place is a tag that was deleted or merged; unknown until the library is loaded. */
export function isTagGone(place: Place, tags: Named['tags']): boolean {
  return place.tag !== undefined && tags !== undefined && !tags.some(({ id }) => id === place.tag);
}
