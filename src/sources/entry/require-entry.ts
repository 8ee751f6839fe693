import { AppError } from '#schema/app-error.ts';
import type { Entry, EntryId } from '#schema/entry.ts';
import type { EntryStore } from './ports.ts';

export async function requireEntry(
  { store }: { store: Pick<EntryStore, 'getEntry'> },
  id: EntryId,
): Promise<Entry> {
  const entry = await store.getEntry(id);
  if (entry === null) throw missingEntry(id);
  return entry;
}

export function missingEntry(id: EntryId): AppError {
  return new AppError('not_found', `Entry ${id} not found.`);
}
