import { type RefObject, useEffect, useRef } from 'react';
import type { Entry } from '#schema/entry.ts';
import { defaultSettings } from '#schema/settings.ts';
import { useSettings } from '#web/api/use-settings.ts';
import { usePatchEntry } from '#web/reader/entry-actions.ts';

/** This close to the end, an article counts as scrolled through. */
const nearEndPx = 48;

/**
 * Marks the open entry as read after a delay, or when it was scrolled through. Once per visit: an entry that the user
 * marked as unread in the meantime stays unread.
 */
export function useMarkRead(entry: Entry | null, pane: RefObject<HTMLElement | null>): void {
  const { data: settings = defaultSettings } = useSettings();
  const { markReadAfterMs } = settings.reader;
  const patch = usePatchEntry();
  const done = useRef<Entry['id'] | null>(null);
  const latest = useRef(entry);
  useEffect(() => {
    latest.current = entry;
  }, [entry]);
  const id = entry?.id ?? null;

  useEffect(() => {
    const element = pane.current;
    if (id === null || element === null || markReadAfterMs === null) return undefined;
    done.current = latest.current?.read === true ? id : null;

    function mark(): void {
      const current = latest.current;
      if (current === null || current.id !== id || done.current === id) return;
      done.current = id;
      if (!current.read) patch(current, { read: true });
    }

    function look(): void {
      if (element === null || element.scrollTop === 0) return;
      if (element.scrollTop + element.clientHeight >= element.scrollHeight - nearEndPx) mark();
    }

    const timer = setTimeout(mark, markReadAfterMs);
    element.addEventListener('scroll', look, { passive: true });
    return () => {
      clearTimeout(timer);
      element.removeEventListener('scroll', look);
    };
  }, [id, pane, markReadAfterMs, patch]);
}
