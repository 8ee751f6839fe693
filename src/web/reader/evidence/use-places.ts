import { type RefObject, useLayoutEffect, useState } from 'react';
import type { EvidenceMark } from './lay-evidence.ts';

/** Shares of the article's height, from 0 to 1. */
export interface MarkPlace {
  top: number;
  height: number;
}

export interface Places {
  marks: readonly MarkPlace[];
  /** The part of the article in sight. */
  view: MarkPlace;
  /** How much of its text the summary draws on. */
  covered: number;
  /** Of the pane. */
  scrollbarPx: number;
}

/** Where the marks are in the article as laid out; null until known. */
export function usePlaces(
  paneRef: RefObject<HTMLElement | null>,
  marks: readonly EvidenceMark[],
): Places | null {
  const [places, setPlaces] = useState<Places | null>(null);
  useLayoutEffect(() => {
    const pane = paneRef.current;
    const article = pane?.querySelector('.article') ?? null;
    if (pane === null || article === null || marks.length === 0) {
      setPlaces(null);
      return undefined;
    }
    let frame = 0;
    const measure = () => setPlaces(measurePlaces(pane, article, marks));
    const soon = () => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(measure);
    };
    const observer = new ResizeObserver(soon);
    observer.observe(pane);
    observer.observe(article);
    pane.addEventListener('scroll', soon, { passive: true });
    return () => {
      cancelAnimationFrame(frame);
      observer.disconnect();
      pane.removeEventListener('scroll', soon);
    };
  }, [paneRef, marks]);
  return places;
}

function measurePlaces(pane: HTMLElement, article: Element, marks: readonly EvidenceMark[]): Places {
  const { scrollHeight, scrollTop, clientHeight } = pane;
  const start = pane.getBoundingClientRect().top - scrollTop;
  const share = (pixels: number) => pixels / scrollHeight;
  const boxes = marks.map(({ range }) => range.getBoundingClientRect());
  return {
    marks: boxes.map(({ top, height }) => ({ top: share(top - start), height: share(height) })),
    view: { top: share(scrollTop), height: share(clientHeight) },
    covered: coveredShare(article, marks),
    scrollbarPx: pane.offsetWidth - pane.clientWidth,
  };
}

/** In letters, each counted once. The marks are in the order of their starts. */
function coveredShare(article: Element, marks: readonly EvidenceMark[]): number {
  const total = article.textContent.length;
  let end: Range | null = null;
  let letters = 0;
  for (const { range } of marks) {
    const rest: Range = range.cloneRange();
    if (end !== null && rest.compareBoundaryPoints(Range.START_TO_END, end) < 0) continue;
    if (end !== null && rest.compareBoundaryPoints(Range.END_TO_START, end) < 0)
      rest.setStart(end.endContainer, end.endOffset);
    letters += rest.toString().length;
    end = range;
  }
  return total === 0 ? 0 : Math.min(1, letters / total);
}
