import { Popover } from 'radix-ui';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { Button } from '#web/controls/button.tsx';
import { useStrings } from '#web/strings/strings-provider.tsx';
import { describeParagraph } from './describe-paragraph.ts';
import type { ArticleTranslation } from './use-translation.ts';

/** A pointer on its way to the popover leaves the mark first. */
const closeMs = 250;

interface NoteTipProps {
  translation: ArticleTranslation;
  /** Contains the marks. */
  areaRef: RefObject<HTMLElement | null>;
}

/** Says why a paragraph is marked, on hover, focus or tap, and translates it again. */
export function NoteTip({ translation, areaRef }: NoteTipProps) {
  const strings = useStrings();
  const { translation: words } = strings;
  const { open, close, hold, leave } = useOpenNote(areaRef);
  const key = open?.element.dataset.key;
  const shown = key === undefined ? null : translation.shownOf(key);
  if (open === null || key === undefined || shown?.state !== 'here') return null;
  const { element, isPressed } = open;
  return (
    <Popover.Root open onOpenChange={close}>
      <Popover.Anchor virtualRef={{ current: element }} />
      <Popover.Portal>
        <Popover.Content
          side="top"
          align="start"
          sideOffset={6}
          collisionPadding={12}
          aria-label={words.note}
          onPointerEnter={hold}
          onPointerLeave={leave}
          onFocus={hold}
          onOpenAutoFocus={(event) => {
            // A pointer that only passes by must not move the focus.
            if (!isPressed) event.preventDefault();
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            if (isPressed) element.focus({ preventScroll: true });
          }}
          className="z-50 max-w-80 rounded-lg border border-line bg-surface px-3.5 py-2.5 text-[0.8125rem] leading-5 shadow-lg outline-none"
        >
          <ul className="space-y-1">
            {describeParagraph(shown.paragraph, strings).map((reason) => (
              <li key={reason} className="wrap-anywhere">
                {reason}
              </li>
            ))}
          </ul>
          <Button
            className="mt-2"
            disabled={translation.isRunning || translation.known?.canTranslate !== true}
            onClick={() => {
              close();
              void translation.start({ keys: [key] });
            }}
          >
            {words.translateParagraph}
          </Button>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}

interface OpenNote {
  element: HTMLElement;
  /** By click, tap or key, not by a pointer or the focus passing by. */
  isPressed: boolean;
}

/** The mark whose popover is open. Marks in the article are no React elements, so their area listens. */
function useOpenNote(areaRef: RefObject<HTMLElement | null>) {
  const [open, setOpen] = useState<OpenNote | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const hold = () => clearTimeout(timer.current);
  const close = () => setOpen(null);

  function leave(): void {
    hold();
    timer.current = setTimeout(close, closeMs);
  }

  useEffect(() => {
    const listening = new AbortController();
    const noteOf = ({ target }: Event) =>
      target instanceof Element ? target.closest<HTMLElement>('.translation-note') : null;
    const isMouse = (event: Event) => event instanceof PointerEvent && event.pointerType === 'mouse';

    function listen(type: string, act: (note: HTMLElement, event: Event) => void): void {
      const onEvent = (event: Event) => {
        const note = noteOf(event);
        if (note !== null) act(note, event);
      };
      areaRef.current?.addEventListener(type, onEvent, { signal: listening.signal });
    }

    function show(element: HTMLElement, isPressed: boolean): void {
      clearTimeout(timer.current);
      setOpen((now) => (now?.element === element && !isPressed ? now : { element, isPressed }));
    }

    function hideSoon(): void {
      clearTimeout(timer.current);
      timer.current = setTimeout(() => setOpen(null), closeMs);
    }

    listen('click', (note) => show(note, true));
    listen('pointerover', (note, event) => {
      if (isMouse(event)) show(note, false);
    });
    listen('pointerout', (_, event) => {
      if (isMouse(event)) hideSoon();
    });
    listen('focusin', (note) => {
      if (note.matches(':focus-visible')) show(note, false);
    });
    listen('focusout', hideSoon);
    return () => {
      listening.abort();
      clearTimeout(timer.current);
    };
  }, [areaRef]);

  return { open, close, hold, leave };
}
