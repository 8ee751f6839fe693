import type { EntryId } from '#schema/entry.ts';
import { readKept, writeKept } from '#web/kept/use-kept-state.ts';

const key = 'precis.left-alone';
const maxKept = 2000;

/** Entries whose summary was cleared in this tab: auto-summary makes them no other. */
export function isLeftAlone(id: EntryId): boolean {
  return readIds().includes(id);
}

export function leaveAlone(id: EntryId): void {
  const ids = readIds().filter((known) => known !== id);
  writeKept('session', key, [...ids, id].slice(-maxKept).join(' '));
}

function readIds(): number[] {
  return (readKept('session', key) ?? '').split(' ').map(Number);
}
