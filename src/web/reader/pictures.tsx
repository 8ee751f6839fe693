import { createContext, type RefObject, useContext, useEffect, useRef, useState } from 'react';
import type { FeedId } from '#schema/feed.ts';

/** These colours are dark enough for white letters in every theme. */
const colours = ['#2f5d93', '#7a4090', '#2d7350', '#a2502a', '#7a6a1d', '#94374f', '#2c6f7d', '#5a5a8f'];

interface FeedIconProps {
  /** Null for saved entries, which have no feed. */
  id: FeedId | null;
  name: string;
}

/** Shows the icon of a feed's site, or its first letter on a colour if the site has no icon. */
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

/** After this delay, a row that was only scrolled past is gone, so its picture is not requested. */
const settleMs = 120;

/**
 * Returns the address of a picture once it can be shown. It is null before that, if the picture cannot be loaded, and
 * if pictures are off.
 */
export function usePicture(place: RefObject<Element | null>, src: string | null): string | null {
  const wanted = usePicturesWanted() ? src : null;
  const [, setEnded] = useState<string | null>(null);

  useEffect(() => {
    const element = place.current;
    if (wanted === null || element === null || knownOutcome(wanted) !== null) return undefined;
    let stopLoading = () => {};
    let timer: ReturnType<typeof setTimeout> | undefined;
    const observer = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      observer.disconnect();
      timer = setTimeout(() => {
        stopLoading = loadPicture(wanted, () => setEnded(wanted));
      }, settleMs);
    });
    observer.observe(element);
    return () => {
      observer.disconnect();
      clearTimeout(timer);
      stopLoading();
    };
  }, [place, wanted]);

  return wanted !== null && knownOutcome(wanted) === 'loaded' ? wanted : null;
}

/**
 * Browsers open six connections per server. Articles use two for pictures, and slow ones must leave some for
 * everything else.
 */
const atOnce = 2;
/** The number of pictures whose outcome is remembered, which is far more than are in sight. */
const maxKnown = 5000;

type Outcome = 'loaded' | 'failed';

interface Waiting {
  src: string;
  onEnd(outcome: Outcome): void;
}

const known = new Map<string, Outcome>();
const waiting: Waiting[] = [];
let loading = 0;

/** Returns how loading the picture ended on this page, or null if it was not loaded yet. */
function knownOutcome(src: string): Outcome | null {
  return known.get(src) ?? null;
}

/** Loads a picture into the browser's cache when it is its turn. Returns a function that stops waiting for it. */
function loadPicture(src: string, onEnd: (outcome: Outcome) => void): () => void {
  const mine: Waiting = { src, onEnd };
  waiting.push(mine);
  startNext();
  return () => {
    const index = waiting.indexOf(mine);
    if (index !== -1) waiting.splice(index, 1);
    mine.onEnd = () => {};
  };
}

function startNext(): void {
  while (loading < atOnce) {
    const next = waiting.shift();
    if (next === undefined) return;
    const outcome = known.get(next.src);
    if (outcome !== undefined) next.onEnd(outcome);
    else start(next);
  }
}

function start(next: Waiting): void {
  const image = new Image();
  const end = (outcome: Outcome) => {
    loading -= 1;
    known.set(next.src, outcome);
    const [oldest] = known.keys();
    if (known.size > maxKnown && oldest !== undefined) known.delete(oldest);
    next.onEnd(outcome);
    startNext();
  };
  loading += 1;
  image.addEventListener('load', () => end('loaded'));
  image.addEventListener('error', () => end('failed'));
  image.src = next.src;
}

const Context = createContext(false);

export const PicturesProvider = Context.Provider;

/**
 * Whether lists show pictures. The context provides this, because dozens of icons would each watch the settings
 * query.
 */
export function usePicturesWanted(): boolean {
  return useContext(Context);
}
