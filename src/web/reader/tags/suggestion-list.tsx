import { Check, X } from 'lucide-react';
import { Popover } from 'radix-ui';
import { type RefObject, useEffect, useId, useRef, useState } from 'react';
import type { TagSuggestion } from '#schema/tag-wire.ts';
import { Button } from '#web/controls/button.tsx';
import { useStrings } from '#web/strings/strings-provider.tsx';
import type { SummarySource } from '#web/summary-panel/grounding/sentence-passages.ts';
import { wordButtonClass } from '#web/tags/tag-word.tsx';
import { PassagePart } from './passage-part.tsx';

interface SuggestionListProps {
  suggestions: readonly TagSuggestion[];
  /** The open article, or null until it is loaded. */
  source: SummarySource | null;
  /** Without a key, all suggestions are accepted. */
  onAccept(key?: string): void;
  onDismiss(key?: string): void;
  /** The element that gets the focus when the last suggestion is gone. */
  afterRef: RefObject<HTMLElement | null>;
}

/** Shows suggested tags, which are outlined until they are accepted. */
export function SuggestionList({ suggestions, source, onAccept, onDismiss, afterRef }: SuggestionListProps) {
  const { tags } = useStrings();
  const hover = useHoverOpen();
  const listRef = useRef<HTMLUListElement>(null);

  /** Moves the focus to another chip first, because the focus would disappear with its chip. */
  function leave(key: string | undefined, act: (key?: string) => void): void {
    const at = suggestions.findIndex((suggestion) => suggestion.key === key);
    const next = key === undefined ? undefined : (suggestions[at + 1] ?? suggestions[at - 1]);
    const button =
      next === undefined
        ? afterRef.current
        : listRef.current?.querySelector<HTMLElement>(`[data-suggestion="${CSS.escape(next.key)}"]`);
    hover.show(null);
    button?.focus({ preventScroll: true });
    act(key);
  }

  if (suggestions.length === 0) return null;
  return (
    <div className="mt-2 flex flex-wrap items-center gap-x-1.5 gap-y-1.5">
      <ul ref={listRef} aria-label={tags.suggested} className="contents">
        {suggestions.map((suggestion) => (
          <SuggestionChip
            key={suggestion.key}
            suggestion={suggestion}
            source={source}
            hover={hover}
            onAccept={() => leave(suggestion.key, onAccept)}
            onDismiss={() => leave(suggestion.key, onDismiss)}
          />
        ))}
      </ul>
      {suggestions.length < 2 ? null : (
        <span className="flex">
          <button type="button" onClick={() => leave(undefined, onAccept)} className={wordButtonClass}>
            {tags.acceptAll}
          </button>
          <button type="button" onClick={() => leave(undefined, onDismiss)} className={wordButtonClass}>
            {tags.dismissAll}
          </button>
        </span>
      )}
    </div>
  );
}

interface SuggestionChipProps {
  suggestion: TagSuggestion;
  source: SummarySource | null;
  hover: ReturnType<typeof useHoverOpen>;
  onAccept(): void;
  onDismiss(): void;
}

/** A click accepts the suggestion. Hover, focus or a tap shows the passage behind it. */
function SuggestionChip({ suggestion, source, hover, onAccept, onDismiss }: SuggestionChipProps) {
  const { tags } = useStrings();
  const quoteId = useId();
  const itemRef = useRef<HTMLLIElement>(null);
  const acceptRef = useRef<HTMLButtonElement>(null);
  const contentRef = useRef<HTMLDivElement>(null);
  const isTouch = useRef(false);
  const { key, name, passage } = suggestion;
  const isOpen = hover.open === key;
  const isInside = (target: EventTarget | null) =>
    target instanceof Node && itemRef.current?.contains(target) === true;

  /** Moves the focus out before the passage closes, because the focus would disappear with it. */
  function leavePassage(): void {
    if (contentRef.current?.contains(document.activeElement) !== true) return;
    acceptRef.current?.focus({ preventScroll: true });
  }

  return (
    <Popover.Root open={isOpen} onOpenChange={(next) => (next ? hover.show(key) : hover.close(key))}>
      {/* The item only observes when the focus leaves it. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <li
        ref={itemRef}
        onBlur={({ relatedTarget }) => {
          if (isOpen && !isInside(relatedTarget)) hover.soon(null);
        }}
      >
        <Popover.Anchor asChild>
          <span
            onPointerEnter={({ pointerType }) => {
              if (pointerType === 'mouse') hover.soon(key);
            }}
            onPointerLeave={({ pointerType }) => {
              if (pointerType === 'mouse') hover.soon(null);
            }}
            onPointerDown={({ pointerType }) => {
              isTouch.current = pointerType === 'touch';
            }}
            className="inline-flex h-7 items-center rounded-full border border-dashed border-edge text-[0.8125rem] hover:border-solid hover:border-accent pointer-coarse:h-11"
          >
            <button
              ref={acceptRef}
              type="button"
              data-suggestion={key}
              aria-label={tags.accept(name)}
              aria-describedby={quoteId}
              onFocus={({ currentTarget }) => {
                if (currentTarget.matches(':focus-visible')) hover.show(key);
              }}
              // A finger cannot hover, so the first tap shows the passage, which has its own button to accept.
              onClick={() => (isTouch.current ? hover.show(isOpen ? null : key) : onAccept())}
              onKeyDown={({ key: pressed }) => {
                isTouch.current = false;
                if (pressed === 'Delete' || pressed === 'Backspace') onDismiss();
              }}
              className="h-full max-w-64 truncate rounded-s-full ps-2.5 pe-1 hover:text-accent -outline-offset-2"
            >
              <bdi>{name}</bdi>
            </button>
            <button
              type="button"
              aria-label={tags.dismiss(name)}
              title={tags.dismiss(name)}
              onClick={onDismiss}
              className="flex h-full items-center rounded-e-full ps-0.5 pe-2 text-muted hover:text-ink -outline-offset-2"
            >
              <X aria-hidden className="size-3.5" />
            </button>
          </span>
        </Popover.Anchor>
        <span id={quoteId} hidden>
          {passage.quote}
        </span>
        {/* The passage is not in a portal, so that Tab leads from the tag into it. */}
        <Popover.Content
          ref={contentRef}
          role="group"
          aria-label={tags.fromArticle}
          data-testid="tag-passage"
          side="bottom"
          align="start"
          sideOffset={4}
          collisionPadding={8}
          onOpenAutoFocus={(event) => event.preventDefault()}
          onCloseAutoFocus={(event) => event.preventDefault()}
          onEscapeKeyDown={leavePassage}
          onInteractOutside={(event) => {
            if (isInside(event.target)) event.preventDefault();
          }}
          onPointerEnter={hover.hold}
          onPointerLeave={({ pointerType }) => {
            if (pointerType === 'mouse') hover.soon(null);
          }}
          className="z-30 w-[min(25rem,calc(100vw-1rem))] rounded-lg border border-line bg-surface px-3.5 py-2.5 text-[0.8125rem] leading-5 shadow-lg"
        >
          {/* Radix would otherwise keep the Tab key inside. */}
          {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions */}
          <div
            onKeyDown={(event) => {
              if (event.key === 'Tab') event.stopPropagation();
            }}
          >
            <PassagePart
              passage={passage}
              source={source}
              onShown={() => {
                leavePassage();
                hover.show(null);
              }}
            />
            <div className="mt-2 hidden pointer-coarse:block">
              <Button onClick={onAccept}>
                <Check aria-hidden className="size-4" />
                {tags.acceptShort}
              </Button>
            </div>
          </div>
        </Popover.Content>
      </li>
    </Popover.Root>
  );
}

/** The delay is long enough that a pointer passing over opens nothing. */
const openMs = 250;
/** The delay is long enough that a pointer can move into what was opened without closing it. */
const closeMs = 200;

/** Keeps which of several things is open, after a delay for hovering or at once. */
function useHoverOpen() {
  const [open, setOpen] = useState<string | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const hold = () => clearTimeout(timer.current);
  useEffect(() => () => clearTimeout(timer.current), []);
  return {
    open,
    show(key: string | null) {
      hold();
      setOpen(key);
    },
    /** Closes this one, unless another one is open by now. */
    close(key: string) {
      setOpen((current) => (current === key ? null : current));
    },
    soon(key: string | null) {
      hold();
      timer.current = setTimeout(() => setOpen(key), key === null ? closeMs : openMs);
    },
    hold,
  };
}
