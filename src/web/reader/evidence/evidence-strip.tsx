import { type KeyboardEvent, type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { useGroundingWords } from '#web/summary-panel/grounding/grounding-words.ts';
import { quotePassage } from '#web/summary-panel/grounding/sentence-passages.ts';
import type { ArticleEvidence, EvidenceMark } from './use-evidence.ts';

interface EvidenceStripProps {
  evidence: ArticleEvidence;
  paneRef: RefObject<HTMLElement | null>;
}

/**
 * Shows at the edge of the article where the summary comes from and what it leaves out. It lies over the margin, so
 * that the text does not move when a summary arrives. All marks together are a single Tab stop.
 */
export function EvidenceStrip({ evidence, paneRef }: EvidenceStripProps) {
  const words = useGroundingWords();
  const { marks, lit, light } = evidence;
  const places = usePlaces(paneRef, marks);
  const stripRef = useRef<HTMLDivElement>(null);
  const [stop, setStop] = useState(0);
  if (places === null) return null;
  const current = Math.min(stop, marks.length - 1);

  function go(index: number): void {
    const pane = paneRef.current;
    const box = marks[index]?.range.getBoundingClientRect();
    if (pane === null || box === undefined) return;
    const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
    pane.scrollBy({
      top: box.top - pane.getBoundingClientRect().top - pane.clientHeight * 0.3,
      behavior: isStill ? 'instant' : 'smooth',
    });
  }

  function press(event: KeyboardEvent): void {
    const steps = new Map(
      Object.entries({
        ArrowDown: current + 1,
        ArrowUp: current - 1,
        Home: 0,
        End: marks.length - 1,
      }),
    );
    const next = steps.get(event.key);
    if (next === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    const index = Math.max(0, Math.min(marks.length - 1, next));
    stripRef.current?.querySelector<HTMLElement>(`[data-mark="${index}"]`)?.focus();
    go(index);
  }

  return (
    // The keys of every focused mark are handled here.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <div
      ref={stripRef}
      role="group"
      aria-label={words.strip(places.covered)}
      title={words.strip(places.covered)}
      data-testid="evidence"
      onKeyDown={press}
      style={{ insetInlineEnd: places.scrollbarPx }}
      className="evidence-strip absolute inset-y-0 z-10 hidden w-4 md:block print:hidden"
    >
      <span aria-hidden style={styleOf(places.view)} className="evidence-view" />
      {marks.map(({ sentence, state, yours, range }, index) => (
        <button
          // oxlint-disable-next-line react/no-array-index-key -- A passage can support several sentences.
          key={index}
          type="button"
          data-mark={index}
          data-state={state}
          data-lit={sentence === lit ? '' : undefined}
          tabIndex={index === current ? 0 : -1}
          aria-label={words.stripMark(
            yours === undefined ? words.state[state] : words.yours[yours],
            quotePassage(range.toString()),
          )}
          title=""
          style={styleOf(places.marks[index] ?? { top: 0, height: 0 })}
          onPointerEnter={() => light(sentence)}
          onPointerLeave={() => light(null)}
          onFocus={() => {
            setStop(index);
            light(sentence);
          }}
          onBlur={() => light(null)}
          onClick={() => go(index)}
          className="evidence-mark"
        />
      ))}
    </div>
  );
}

function styleOf({ top, height }: MarkPlace) {
  return { top: `${top * 100}%`, height: `${height * 100}%` };
}

/** A position as a share of the article's height, from 0 to 1. */
interface MarkPlace {
  top: number;
  height: number;
}

interface Places {
  marks: readonly MarkPlace[];
  /** The part of the article that is in sight. */
  view: MarkPlace;
  /** The share of the article's text that the summary draws on. */
  covered: number;
  /** The width of the pane's scrollbar. */
  scrollbarPx: number;
}

/** Returns where the marks are in the article, or null until this is known. */
function usePlaces(paneRef: RefObject<HTMLElement | null>, marks: readonly EvidenceMark[]): Places | null {
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

/**
 * Returns the share of the article's characters that is marked. No character is counted twice, because the marks are
 * sorted by their starts.
 */
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
