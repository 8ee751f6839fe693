import type { EntryId } from '#schema/entry.ts';

/** How runs and summaries name an entry. */
export function sourceOf(id: EntryId) {
  return { kind: 'entry' as const, id: String(id) };
}
