import { type RefObject, useEffect, useRef, useState } from 'react';
import type { Entry } from '#schema/entry.ts';
import { useStrings } from '#web/strings/strings-provider.tsx';

interface ReadingProgressProps {
  entry: Entry;
  paneRef: RefObject<HTMLElement | null>;
}

/** Where it is worth telling; the ends of an article tell themselves. */
const told = { from: 0.02, to: 0.98 };

/** How far the article has been scrolled, and how long the rest takes to read. */
export function ReadingProgress({ entry, paneRef }: ReadingProgressProps) {
  const { article } = useStrings().reader;
  const barRef = useRef<HTMLDivElement>(null);
  const [minutesLeft, setMinutesLeft] = useState<number | null>(null);
  const { readingMinutes } = entry;

  useEffect(() => {
    const pane = paneRef.current;
    if (pane === null) return undefined;
    let frame = 0;
    const measure = () => {
      const rest = pane.scrollHeight - pane.clientHeight;
      const share = rest <= 0 ? 0 : Math.min(1, pane.scrollTop / rest);
      barRef.current?.style.setProperty('scale', `${share} 1`);
      const isTold = share > told.from && share < told.to;
      setMinutesLeft(isTold ? Math.max(1, Math.ceil((1 - share) * readingMinutes)) : null);
    };
    const soon = () => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(measure);
    };
    const observer = new ResizeObserver(soon);
    observer.observe(pane);
    pane.addEventListener('scroll', soon, { passive: true });
    return () => {
      cancelAnimationFrame(frame);
      observer.disconnect();
      pane.removeEventListener('scroll', soon);
    };
  }, [paneRef, readingMinutes]);

  return (
    <>
      <div
        ref={barRef}
        aria-hidden
        data-testid="progress"
        style={{ scale: '0 1' }}
        className="pointer-events-none absolute inset-x-0 top-0 z-10 h-0.5 origin-left bg-accent/70 rtl:origin-right print:hidden"
      />
      {minutesLeft === null ? null : (
        <p className="numeric pointer-events-none absolute start-3 bottom-2 hidden rounded-sm bg-surface/90 px-1.5 text-2xs text-muted md:block print:hidden">
          {article.minutesLeft(minutesLeft)}
        </p>
      )}
    </>
  );
}
