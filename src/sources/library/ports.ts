import type { EntryStore } from '#sources/entry/ports.ts';
import type { ThreadStore } from '#sources/thread/ports.ts';

/** What the user has read and discussed. */
export interface LibraryPorts {
  reader: Pick<EntryStore, 'listEntries' | 'getEntry'>;
  spaces: Pick<ThreadStore, 'searchMessages'>;
}
