import { AppError } from '#schema/app-error.ts';
import type { Entry, EntryId } from '#schema/entry.ts';
import { withCurrentHtml } from './make-content.ts';
import type { EntryStore, ReaderPorts } from './ports.ts';

/** The entry as stored. Use `requireArticle` when its markup is sent to a client. */
export async function requireEntry(
  { store }: { store: Pick<EntryStore, 'getEntry'> },
  id: EntryId,
): Promise<Entry> {
  const entry = await store.getEntry(id);
  if (entry === null) throw missingEntry(id);
  return entry;
}

/** The entry with markup of the current sanitizer. */
export async function requireArticle(
  ports: Pick<ReaderPorts, 'markup' | 'store'>,
  id: EntryId,
): Promise<Entry> {
  return withCurrentHtml(ports, await requireEntry(ports, id));
}

export function missingEntry(id: EntryId): AppError {
  return new AppError('not_found', `Entry ${id} not found.`);
}

/** The source of an entry in runs and summaries. */
export function sourceOf(id: EntryId) {
  return { kind: 'entry' as const, id: String(id) };
}
