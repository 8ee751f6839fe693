import type { MediaNs } from 'feedsmith';
import type { Attachment } from './feed-entry.ts';

type Media = MediaNs.ItemOrFeed | undefined;

export function mediaDescription(media: Media): string | undefined {
  const nested = [...(media?.groups ?? []), ...(media?.contents ?? [])];
  return [media, ...nested].find((each) => each?.description?.value)?.description?.value;
}

/** Media files, then pictures of them. */
export function mediaAttachments(media: Media): Attachment[] {
  const groups = media?.groups ?? [];
  const contents = [media, ...groups]
    .flatMap((each) => each?.contents ?? [])
    // No browser plays it; it stands beside what a browser can open.
    .filter(({ type }) => type !== 'application/x-shockwave-flash');
  const thumbnails = [media, ...groups, ...contents].flatMap((each) => each?.thumbnails ?? []);
  return [
    ...contents.map(({ url, type, medium, title }) => ({ url, type: type ?? medium, title: title?.value })),
    ...thumbnails.map(({ url }) => ({ url, type: 'image' })),
  ];
}
