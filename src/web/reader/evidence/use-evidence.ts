import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { EntrySummary } from '#schema/reader-wire.ts';
import type { Evidence } from '#web/summary-panel/evidence.ts';
import { passagesOf, type SummarySource } from '#web/summary-panel/grounding/sentence-passages.ts';
import './evidence.css';
import {
  type Grounding,
  type GroundingState,
  isConflict,
  type PersonVerdict,
} from '#schema/runs/grounding.ts';
import type { SummarizedText } from '#schema/runs/summary.ts';
import { findPassages, rangeOf, textNodesOf } from '#web/summary-panel/passages/find-passage.ts';

interface Parts {
  paneRef: RefObject<HTMLElement | null>;
  /** The text that the summary is about, or null until it is loaded. */
  source: SummarySource | null;
  shown: EntrySummary | null;
}

export interface ArticleEvidence extends Evidence {
  marks: readonly EvidenceMark[];
}

const none: readonly EvidenceMark[] = [];

/**
 * Finds the passages of the visible summary in the article. Hovering a passage highlights its sentence, and the other
 * way round.
 */
export function useEvidence({ paneRef, source, shown }: Parts): ArticleEvidence {
  const of = shown === null ? null : `${shown.summary.runId} ${shown.summary.text}`;
  const [at, setAt] = useState<{ sentence: number | null; of: string | null } | null>(null);
  // Another summary has other sentences, so the old number does not apply to it.
  const lit = at?.of === of ? (at?.sentence ?? null) : null;
  const light = useCallback((sentence: number | null) => setAt({ sentence, of }), [of]);
  const marks = useMarks({ paneRef, source, shown });
  useHover(paneRef, marks, light);
  useHighlight('evidence', marks, (mark) => mark.sentence === lit && !isConflict(mark.state));
  useHighlight('evidence-wrong', marks, (mark) => isConflict(mark.state));
  useHighlight('evidence-wrong-lit', marks, (mark) => mark.sentence === lit && isConflict(mark.state));
  return useMemo(() => ({ marks, lit, light }), [marks, lit, light]);
}

/**
 * Finds the passages again whenever the article on the page changes, for example when a translated paragraph arrives.
 */
function useMarks({ paneRef, source, shown }: Parts): readonly EvidenceMark[] {
  const [marks, setMarks] = useState(none);
  const summary = shown?.summary ?? null;
  const grounding =
    summary !== null && summary.contentHash === source?.contentHash ? summary.grounding : null;
  const of = summary?.of ?? 'original';
  const text = source?.text ?? null;

  useEffect(() => {
    const pane = paneRef.current;
    if (pane === null || grounding === null || text === null) {
      setMarks(none);
      return undefined;
    }
    let frame = 0;
    let laid: Element | null = null;
    const lay = () => {
      frame = 0;
      laid = pane.querySelector('.article');
      setMarks(laid === null ? none : layEvidence({ article: laid, text, of, grounding }));
    };
    const soon = () => {
      if (frame === 0) frame = requestAnimationFrame(lay);
    };
    // Changes of the buttons around the article do not count.
    const observer = new MutationObserver((changes) => {
      const isOther = laid === null || !laid.isConnected;
      if (isOther || changes.some(({ target }) => laid?.contains(target))) soon();
    });
    observer.observe(pane, { childList: true, subtree: true, characterData: true });
    soon();
    return () => {
      observer.disconnect();
      cancelAnimationFrame(frame);
    };
  }, [paneRef, grounding, of, text]);
  return marks;
}

function useHover(
  paneRef: RefObject<HTMLElement | null>,
  marks: readonly EvidenceMark[],
  light: (sentence: number | null) => void,
): void {
  /** The position where the pointer rests, which may be there before the passages are found. */
  const pointer = useRef<PointerEvent | null>(null);
  useEffect(() => {
    const pane = paneRef.current;
    if (pane === null) return undefined;
    const listening = new AbortController();
    let frame = 0;
    const look = () => {
      if (pointer.current !== null) light(sentenceAt(pointer.current, marks));
    };
    if (pointer.current !== null) frame = requestAnimationFrame(look);
    const options = { passive: true, signal: listening.signal };
    pane.addEventListener(
      'pointermove',
      (event) => {
        if (event.pointerType === 'touch' || event.buttons > 0) return;
        pointer.current = event;
        cancelAnimationFrame(frame);
        frame = requestAnimationFrame(look);
      },
      options,
    );
    pane.addEventListener('pointerleave', leave, options);
    return () => {
      listening.abort();
      cancelAnimationFrame(frame);
    };

    function leave(): void {
      pointer.current = null;
      cancelAnimationFrame(frame);
      light(null);
    }
  }, [paneRef, marks, light]);
}

/** Highlights text without changing the page's elements. In browsers that cannot do this, only the strip is shown. */
function useHighlight(
  name: string,
  marks: readonly EvidenceMark[],
  isMarked: (mark: EvidenceMark) => boolean,
): void {
  useEffect(() => {
    if (!('highlights' in CSS)) return undefined;
    const ranges = marks.filter(isMarked).map(({ range }) => range);
    if (ranges.length > 0) CSS.highlights.set(name, new Highlight(...ranges));
    return () => void CSS.highlights.delete(name);
  });
}

interface Point {
  clientX: number;
  clientY: number;
}

/** Returns the sentence whose passage is under the pointer. */
function sentenceAt({ clientX, clientY }: Point, marks: readonly EvidenceMark[]): number | null {
  // Older browsers lack this method.
  if (!('caretPositionFromPoint' in document)) return null;
  const at = document.caretPositionFromPoint(clientX, clientY);
  if (at === null) return null;
  const mark = marks.find(({ range }) => range.isPointInRange(at.offsetNode, at.offset));
  return mark !== undefined && isInside(mark.range, { clientX, clientY }) ? mark.sentence : null;
}

/** Whether the pointer is really on the range, because the nearest letter may be far from it. */
function isInside(range: Range, { clientX, clientY }: Point): boolean {
  return [...range.getClientRects()].some(
    ({ left, right, top, bottom }) =>
      clientX >= left && clientX <= right && clientY >= top && clientY <= bottom,
  );
}

/** A passage of the article, and the sentence of the summary that it supports or contradicts. */
export interface EvidenceMark {
  sentence: number;
  state: GroundingState;
  /** The verdict of the user. */
  yours: PersonVerdict | undefined;
  range: Range;
}

interface Laid {
  article: Element;
  /** The text that was summarized. */
  text: string;
  of: SummarizedText;
  grounding: Grounding;
}

/** Finds the passages that the summary comes from, in the order of the article. */
function layEvidence({ article, text, of, grounding }: Laid): EvidenceMark[] {
  const wanted = grounding.sentences.flatMap((sentence, index) => {
    const { found, named } = passagesOf(sentence);
    return [...found, ...named].map((passage) => ({
      sentence: index,
      state: sentence.state,
      yours: sentence.person?.verdict,
      passage,
    }));
  });
  const nodes = textNodesOf(article, of);
  const places = findPassages(
    text,
    wanted.map(({ passage }) => passage),
    nodes.map((node) => node.data),
  );
  return wanted
    .flatMap(({ sentence, state, yours }, index) => {
      const place = places[index] ?? null;
      const range = place === null ? null : rangeOf(nodes, place);
      return range === null ? [] : [{ sentence, state, yours, range }];
    })
    .toSorted((a, b) => a.range.compareBoundaryPoints(Range.START_TO_START, b.range));
}
