import { type RefObject, useLayoutEffect, useRef } from 'react';
import { type Line, lineAt } from './lay-lines.ts';

/**
 * Entries added above the visible ones, and another height of rows, do not shift them. At the very top they appear.
 * `offset` is how far the list was scrolled before: a list that became shorter no longer says.
 */
export function useKeptAnchor(
  pane: RefObject<HTMLElement | null>,
  lines: readonly Line[],
  offset: number,
): void {
  const before = useRef(lines);
  useLayoutEffect(() => {
    const old = before.current;
    before.current = lines;
    if (old === lines) return;
    const from = lineAt(old, offset);
    const anchor = old.slice(Math.max(0, from), from + 2).find((line) => line.kind === 'entry');
    if (anchor === undefined || offset < anchor.size / 2) return;
    const { id } = anchor.head;
    const now = lines.find((line) => line.kind === 'entry' && line.head.id === id);
    if (now !== undefined && now.start !== anchor.start)
      pane.current?.scrollTo({ top: offset + now.start - anchor.start });
  }, [pane, lines, offset]);
}
