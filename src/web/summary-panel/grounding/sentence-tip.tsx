import { Locate } from 'lucide-react';
import { type RefObject, useEffect, useLayoutEffect } from 'react';
import { describeFlags } from './findings.ts';
import { useGroundingWords } from './grounding-words.ts';
import { placeTip } from './place-tip.ts';
import { quotePassage } from './quote-passage.ts';
import type { ShownSentence } from './shown-flags.ts';
import type { Passage, SummarySource } from './summary-source.ts';
import type { OpenTip, Tip } from './use-tip.ts';
import { VerdictIcon } from './verdict-icon.tsx';

interface SentenceTipProps {
  id: string;
  tip: Tip;
  open: OpenTip;
  sentence: ShownSentence;
  summaryText: string;
  /** Null if the article is not available, or has changed since the check. */
  source: SummarySource | null;
  /** Why there are no passages, or why one was not shown. */
  note: string | null;
  tipRef: RefObject<HTMLDivElement | null>;
  onLeave(): void;
  onShow(at: OpenTip, passage: Passage): void;
  /** By Escape, or by a click outside. */
  onClose(): void;
}

const mostPassages = 2;
const pressable =
  '-mx-2 w-[calc(100%+1rem)] rounded-md px-2 py-1 text-start wrap-anywhere hover:bg-sunken -outline-offset-2';

/** The result for one sentence, with its supporting passages. */
export function SentenceTip(props: SentenceTipProps) {
  const { id, tip, open, sentence, summaryText, source, note, tipRef, onLeave, onShow, onClose } = props;
  const words = useGroundingWords();
  const passages = source === null ? [] : sentence.support.slice(0, mostPassages);
  const { state, flags } = sentence;
  const isReadable = state === 'undecided' && passages.length > 0;
  const text = isReadable ? words.readPassage : words.state[state];
  const verdict = { key: state, verdict: state, text, place: null };
  const found = describeFlags(flags, { summaryText, sourceText: source?.text ?? null, words });
  usePlace(tipRef, open, tip.hide);
  useDismiss(tipRef, open, onClose);

  return (
    // Its buttons handle the clicks; this only observes them.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <div
      ref={tipRef}
      id={id}
      // In the top layer: no pane clips it, and Tab still moves from the sentence into it.
      popover="manual"
      role="group"
      aria-label={words.sentence}
      data-testid="sentence-tip"
      onPointerEnter={tip.hold}
      onPointerLeave={onLeave}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget) && event.relatedTarget !== open.element)
          tip.hide();
      }}
      className="fixed inset-auto max-h-[min(20rem,45vh)] w-[min(25rem,calc(100vw-1rem))] overflow-y-auto rounded-lg border border-line bg-surface px-3.5 py-2.5 text-[0.8125rem] leading-5 text-ink shadow-lg"
    >
      {(found.length === 0 ? [verdict] : found).map(({ key, place, ...line }) =>
        place === null ? (
          <p key={key} className="flex gap-2 font-medium wrap-anywhere">
            <VerdictIcon state={line.verdict} />
            {line.text}
          </p>
        ) : (
          <button
            key={key}
            type="button"
            title={words.showPassage}
            onClick={() => onShow(open, place)}
            className={`${pressable} flex gap-2 font-medium`}
          >
            <VerdictIcon state={line.verdict} />
            <span className="min-w-0 flex-1">{line.text}</span>
            <Locate aria-hidden className="mt-0.5 size-4 shrink-0 text-muted" />
          </button>
        ),
      )}
      {note === null ? null : <p className="mt-1.5 text-muted">{note}</p>}
      {passages.length === 0 ? null : (
        <>
          <p className="mt-2 text-xs text-muted">
            {state === 'supported' ? words.fromArticle : words.closest}
          </p>
          {passages.map((passage) => (
            <button
              key={passage.start}
              type="button"
              dir="auto"
              lang={source?.language ?? undefined}
              title={words.showPassage}
              onClick={() => onShow(open, passage)}
              className={`${pressable} mt-0.5 block`}
            >
              <span className="block border-s-2 border-edge/60 ps-2.5">
                {quotePassage(source?.text.slice(passage.start, passage.end) ?? '')}
              </span>
            </button>
          ))}
        </>
      )}
    </div>
  );
}

/** Keeps the popover at its sentence while panes scroll; closes it when the sentence leaves its pane. */
function usePlace(tipRef: RefObject<HTMLDivElement | null>, open: OpenTip, hide: () => void): void {
  useLayoutEffect(() => {
    const tip = tipRef.current;
    if (tip === null) return undefined;
    const listening = new AbortController();
    const options = { capture: true, passive: true, signal: listening.signal };
    tip.showPopover();
    place();
    document.addEventListener('scroll', follow, options);
    window.addEventListener('resize', place, options);
    return () => listening.abort();

    function place(): void {
      if (tip === null) return;
      const { left, top } = placeTip({
        anchor: open.element.getBoundingClientRect(),
        tip: { width: tip.offsetWidth, height: tip.offsetHeight },
        view: { width: window.innerWidth, height: window.innerHeight },
      });
      tip.style.left = `${left}px`;
      tip.style.top = `${top}px`;
    }

    function follow({ target }: Event): void {
      if (!(target instanceof Element) || !target.contains(open.element)) return;
      const pane = target.getBoundingClientRect();
      const { top, bottom } = open.element.getBoundingClientRect();
      if (bottom < pane.top || top > pane.bottom) hide();
      else place();
    }
  });
}

/** Escape closes it wherever the focus is, and so does a click outside. */
function useDismiss(tipRef: RefObject<HTMLDivElement | null>, open: OpenTip, close: () => void): void {
  useEffect(() => {
    const listening = new AbortController();
    const options = { capture: true, signal: listening.signal };
    document.addEventListener('keydown', pressKey, options);
    document.addEventListener('pointerdown', press, options);
    return () => listening.abort();

    function pressKey(event: KeyboardEvent): void {
      if (event.key !== 'Escape') return;
      event.preventDefault();
      close();
    }

    function press({ target }: PointerEvent): void {
      const isHere =
        target instanceof Node && (tipRef.current?.contains(target) || open.element.contains(target));
      if (!isHere) close();
    }
  });
}
