import { type RefObject, useEffect, useRef, useState } from 'react';
import type { EntryId } from '#schema/entry.ts';

/** The popover closes after a delay, because a pointer on its way to the popover leaves the mark first. */
const closeMs = 250;

interface OpenNote {
  element: HTMLElement;
  /** Whether the note was opened by click, tap or key, and not by a pointer or focus passing by. */
  isPressed: boolean;
}

export interface OpenedNote {
  open: OpenNote | null;
  close(): void;
  /** Keeps the popover open while a pointer or the focus is in it. */
  hold(): void;
  leave(): void;
  /**
   * Goes to the next mark and opens its note. The first mark comes after the last. Returns false if there is none.
   */
  next(): boolean;
}

/** Returns the mark in which an event happened. */
export function noteOf({ target }: Pick<Event, 'target'>): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>('.translation-note') : null;
}

/**
 * Keeps which mark has its popover open. Marks are not React elements, so the area around the article listens. Each
 * article has its own area.
 */
export function useOpenNote(areaRef: RefObject<HTMLElement | null>, articleId: EntryId | null): OpenedNote {
  const [open, setOpen] = useState<OpenNote | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  /** The key of the mark that was shown last. */
  const last = useRef<string | null>(null);
  const hold = () => clearTimeout(timer.current);
  const close = () => setOpen(null);

  function leave(): void {
    hold();
    timer.current = setTimeout(close, closeMs);
  }

  function show(element: HTMLElement, isPressed: boolean): void {
    hold();
    last.current = element.dataset.key ?? null;
    setOpen((now) => (now?.element === element && !isPressed ? now : { element, isPressed }));
  }

  function next(): boolean {
    const all = areaRef.current?.querySelectorAll<HTMLElement>('.translation-note') ?? [];
    const notes = [...all].filter((note) => note.checkVisibility());
    const at = notes.findIndex(({ dataset }) => dataset.key === last.current);
    const note = notes[(at + 1) % notes.length];
    if (note === undefined) return false;
    note.scrollIntoView({ block: 'center' });
    note.focus({ preventScroll: true });
    show(note, false);
    return true;
  }

  useEffect(() => {
    last.current = null;
    const listening = new AbortController();
    const isMouse = (event: Event) => event instanceof PointerEvent && event.pointerType === 'mouse';

    function listen(type: string, act: (note: HTMLElement, event: Event) => void): void {
      const onEvent = (event: Event) => {
        const note = noteOf(event);
        if (note !== null) act(note, event);
      };
      areaRef.current?.addEventListener(type, onEvent, { signal: listening.signal });
    }

    listen('click', (note) => show(note, true));
    listen('pointerover', (note, event) => {
      if (isMouse(event)) show(note, false);
    });
    listen('pointerout', (_, event) => {
      if (isMouse(event)) leave();
    });
    listen('focusin', (note) => {
      if (note.matches(':focus-visible')) show(note, false);
    });
    listen('focusout', leave);
    return () => {
      listening.abort();
      clearTimeout(timer.current);
    };
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [areaRef, articleId]);

  return { open, close, hold, leave, next };
}
