import { AppError } from '#schema/app-error.ts';
import type { Entry, EntryId } from '#schema/entry.ts';
import { withCurrentHtml } from './make-content.ts';
import type { EntryStore, ReaderPorts } from './ports.ts';

/** As it is stored. What leaves the server with its markup is read with `requireArticle`. */
export async function requireEntry(
  { store }: { store: Pick<EntryStore, 'getEntry'> },
  id: EntryId,
): Promise<Entry> {
  const entry = await store.getEntry(id);
  if (entry === null) throw missingEntry(id);
  return entry;
}

/** With markup of the current sanitizer. */
export async function requireArticle(
  ports: Pick<ReaderPorts, 'markup' | 'store'>,
  id: EntryId,
): Promise<Entry> {
  return withCurrentHtml(ports, await requireEntry(ports, id));
}

export function missingEntry(id: EntryId): AppError {
  return new AppError('not_found', `Entry ${id} not found.`);
}

/** How runs and summaries name an entry. */
export function sourceOf(id: EntryId) {
  return { kind: 'entry' as const, id: String(id) };
}
