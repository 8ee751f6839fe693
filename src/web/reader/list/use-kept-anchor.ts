import { type RefObject, useLayoutEffect, useRef } from 'react';
import type { EntryHead } from '#schema/entry.ts';
import { rowPx } from './entry-row.tsx';

/** Entries added above the visible ones do not shift them. At the very top they appear. */
export function useKeptAnchor(pane: RefObject<HTMLElement | null>, items: readonly EntryHead[]): void {
  const before = useRef(items);
  useLayoutEffect(() => {
    const element = pane.current;
    const anchor = before.current[Math.floor((element?.scrollTop ?? 0) / rowPx)];
    const oldIndex = anchor === undefined ? -1 : before.current.indexOf(anchor);
    before.current = items;
    if (element === null || anchor === undefined || element.scrollTop < rowPx / 2) return;
    const index = items.findIndex(({ id }) => id === anchor.id);
    if (index !== -1 && index !== oldIndex) element.scrollBy({ top: (index - oldIndex) * rowPx });
  }, [pane, items]);
}
