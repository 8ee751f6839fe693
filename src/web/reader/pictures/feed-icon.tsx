import { useRef } from 'react';
import type { FeedId } from '#schema/feed.ts';
import { usePicture } from './use-picture.ts';

/** Dark enough for white letters in every theme. */
const colours = ['#2f5d93', '#7a4090', '#2d7350', '#a2502a', '#7a6a1d', '#94374f', '#2c6f7d', '#5a5a8f'];

interface FeedIconProps {
  /** Null for saved entries, which have no feed. */
  id: FeedId | null;
  name: string;
}

/** The icon of a feed's site; its first letter in a colour of its own where there is none. */
export function FeedIcon({ id, name }: FeedIconProps) {
  const place = useRef<HTMLSpanElement>(null);
  const src = usePicture(place, id === null ? null : `/api/feeds/${id}/icon`);
  return (
    <span
      ref={place}
      aria-hidden
      data-testid="feed-icon"
      className="flex size-4 shrink-0 items-center justify-center overflow-hidden rounded text-[0.5625rem] leading-none font-bold text-white select-none"
      style={src === null ? { background: colourOf(name) } : {}}
    >
      {src === null ? letterOf(name) : <img src={src} alt="" className="size-4 object-contain" />}
    </span>
  );
}

export function letterOf(name: string): string {
  return (/[\p{L}\p{N}]/u.exec(name)?.[0] ?? '').toLocaleUpperCase();
}

function colourOf(name: string): string | undefined {
  let sum = 0;
  for (const character of name) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 1_000_003;
  return colours[sum % colours.length];
}
