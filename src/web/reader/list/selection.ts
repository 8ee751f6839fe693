import type { EntryId } from '#schema/entry.ts';

/** Entries that the reader selected in a list. */
export interface Selection {
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
