import { createHash } from 'node:crypto';

/** Returns the fold of a document. All summaries of one document are in the same fold. */
export function foldOf(document: string, folds: number): number {
  return createHash('sha256').update(document).digest().readUInt32BE(0) % folds;
}
