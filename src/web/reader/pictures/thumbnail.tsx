import { useRef } from 'react';
import type { EntryHead } from '#schema/entry.ts';
import { letterOf } from './feed-icon.tsx';
import { usePicture } from './use-picture.ts';

/** The first picture of an entry. Its space is reserved, so nothing moves when it arrives. */
export function Thumbnail({ head, className }: { head: EntryHead; className: string }) {
  const place = useRef<HTMLSpanElement>(null);
  const { id, imageKey } = head;
  const src = usePicture(place, imageKey === null ? null : `/api/entries/${id}/images/${imageKey}`);
  return (
    <span
      ref={place}
      aria-hidden
      data-testid="thumbnail"
      className={`flex shrink-0 items-center justify-center overflow-hidden bg-sunken text-lg text-edge select-none ${className}`}
    >
      {src === null ? (
        letterOf(head.feedTitle ?? head.title)
      ) : (
        <img src={src} alt="" decoding="async" className="size-full object-cover" />
      )}
    </span>
  );
}
