import type { EntryId } from '#schema/entry.ts';
import type { BatchId, EntrySelection } from '#schema/tags/tag-wire.ts';

/** The first part of a key is the name the server uses in change events. */
export const tagKeys = {
  library: () => ['tags', 'library'] as const,
  ofEntry: (id: EntryId) => ['tags', 'of-entry', id] as const,
  batches: () => ['tags', 'batches'] as const,
  batch: (id: BatchId) => ['tags', 'batch', id] as const,
  batchEntries: (id: BatchId) => ['tags', 'batch-entries', id] as const,
  /** Depends on the entries, the library and the models; read when the dialog opens. */
  estimate: (selection: EntrySelection) => ['tagging-estimate', selection] as const,
};

/** A change of tags in progress; until it ends, no event makes older data appear. */
export const changingTags = ['tags', 'change'] as const;
