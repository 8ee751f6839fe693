import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useGroundingWords } from './grounding-words.ts';
import type { Passage } from './sentence-passages.ts';
import { TipBody, type TipBodyProps } from './tip-body.tsx';

interface SentenceTipProps extends Omit<TipBodyProps, 'onShow' | 'onAct'> {
  id: string;
  tip: Tip;
  open: OpenTip;
  tipRef: RefObject<HTMLDivElement | null>;
  onLeave(): void;
  onShow(at: OpenTip, passage: Passage): void;
  /** Is called after Escape or a click outside. */
  onClose(): void;
}

/** Shows the result for one sentence in a popover beside it. */
export function SentenceTip(props: SentenceTipProps) {
  const { id, tip, open, tipRef, onLeave, onShow, onClose, ...body } = props;
  const words = useGroundingWords();
  usePlace(tipRef, open, tip.hide);
  useDismiss(tipRef, open, onClose);

  return (
    // The buttons inside handle the clicks. This element only observes them.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <div
      ref={tipRef}
      id={id}
      // In the top layer, no pane clips the popover, and Tab still moves from the sentence into it.
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
      className="fixed inset-auto max-h-[min(24rem,55vh)] w-[min(25rem,calc(100vw-1rem))] overflow-y-auto rounded-lg border border-line bg-surface px-3.5 py-2.5 text-[0.8125rem] leading-5 text-ink shadow-lg"
    >
      <TipBody
        {...body}
        onShow={(passage) => onShow(open, passage)}
        // The focus moves to the sentence first. Otherwise the popover would close when progress replaces the focused
        // button.
        onAct={() => open.element.focus({ preventScroll: true })}
      />
    </div>
  );
}

/** Keeps the popover at its sentence while panes scroll, and closes it when the sentence leaves its pane. */
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

/** Closes the popover on Escape, wherever the focus is, and on a click outside. */
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

interface Size {
  width: number;
  height: number;
}

interface TipPlace {
  /** The position of the sentence that the popover belongs to. */
  anchor: { left: number; top: number; bottom: number };
  tip: Size;
  view: Size;
}

const gapPx = 6;
const marginPx = 8;

/**
 * Places the popover above the sentence, where it covers only text already read. It goes below if there is no room
 * above.
 */
export function placeTip({ anchor, tip, view }: TipPlace): { left: number; top: number } {
  const above = anchor.top - gapPx - tip.height;
  const below = anchor.bottom + gapPx;
  const top = above >= marginPx ? above : below;
  return {
    left: clamp(anchor.left, view.width - tip.width - marginPx),
    top: clamp(top, view.height - tip.height - marginPx),
  };
}

function clamp(value: number, max: number): number {
  return Math.max(marginPx, Math.min(value, max));
}

/** An open popover, with its sentence and the piece of the sentence that it is at. */
export interface OpenTip {
  sentence: number;
  element: HTMLElement;
}

interface Tip {
  open: OpenTip | null;
  show(tip: OpenTip): void;
  hide(): void;
  /** Opens or closes the popover after a delay, unless something else happens first. */
  soon(tip: OpenTip | null): void;
  /** Cancels what is scheduled. */
  hold(): void;
}

/** The delay is long enough that a pointer passing over opens nothing. */
const openMs = 280;
/** The delay is long enough that a pointer can cross other sentences on its way into the popover. */
const changeMs = 200;

export function useTip(): Tip {
  const [open, setOpen] = useState<OpenTip | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const hold = () => clearTimeout(timer.current);
  useEffect(() => () => clearTimeout(timer.current), []);

  function show(tip: OpenTip | null): void {
    hold();
    setOpen(tip);
  }

  return {
    open,
    show,
    hide: () => show(null),
    soon(tip) {
      hold();
      timer.current = setTimeout(() => setOpen(tip), open === null ? openMs : changeMs);
    },
    hold,
  };
}
