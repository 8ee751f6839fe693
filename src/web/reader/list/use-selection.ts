import { useState } from 'react';
import type { EntryHead, EntryId } from '#schema/entry.ts';
import { useShortcuts } from '#web/reader/keys/use-shortcuts.ts';

export type ListSelection = ReturnType<typeof useSelection>;

/** What is selected in a list; another list starts with nothing. `listKey` tells lists apart. */
export function useSelection(items: readonly EntryHead[], listKey: string, openId: EntryId | null) {
  const [kept, setKept] = useState<{ of: string; selection: Selection }>({
    of: listKey,
    selection: nothingSelected,
  });
  const selection = kept.of === listKey ? kept.selection : nothingSelected;
  const change = (next: Selection) => setKept({ of: listKey, selection: next });

  const state = {
    ids: selection.ids,
    heads: selection.ids.size === 0 ? [] : items.filter(({ id }) => selection.ids.has(id)),
    toggle: (id: EntryId) => change(toggle(selection, id)),
    extendTo: (id: EntryId) =>
      change(
        extend(
          // A range begins at the open entry unless something is selected.
          selection.anchor === null && openId !== null ? { ids: new Set(), anchor: openId } : selection,
          id,
          items.map((head) => head.id),
        ),
      ),
    clear: () => change(nothingSelected),
  };

  useShortcuts({
    select: () => {
      const id = focusedEntry(items) ?? openId;
      if (id !== null) state.toggle(id);
      return id !== null;
    },
    back: () => {
      if (selection.ids.size === 0) return false;
      state.clear();
      return true;
    },
  });
  return state;
}

function focusedEntry(items: readonly EntryHead[]): EntryId | null {
  const row = document.activeElement?.closest<HTMLElement>('[data-entry]');
  return items.find(({ id }) => String(id) === row?.dataset.entry)?.id ?? null;
}

/** Entries that the reader selected in a list. */
interface Selection {
  ids: ReadonlySet<EntryId>;
  /** Where a range begins: the one selected last. */
  anchor: EntryId | null;
}

export const nothingSelected: Selection = { ids: new Set(), anchor: null };

export function toggle({ ids }: Selection, id: EntryId): Selection {
  const next = new Set(ids);
  if (!next.delete(id)) next.add(id);
  return { ids: next, anchor: id };
}

/** Adds all from the anchor to this one. `order` is that of the list; without an anchor in it, only this one. */
export function extend({ ids, anchor }: Selection, id: EntryId, order: readonly EntryId[]): Selection {
  const [from, to] = [anchor === null ? -1 : order.indexOf(anchor), order.indexOf(id)];
  const range = from === -1 || to === -1 ? [id] : order.slice(Math.min(from, to), Math.max(from, to) + 1);
  return { ids: new Set([...ids, ...range]), anchor: anchor ?? id };
}
