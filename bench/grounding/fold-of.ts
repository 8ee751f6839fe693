import { createHash } from 'node:crypto';

export const foldCount = 5;

/** All summaries of one document are in the same fold. */
export function foldOf(document: string): number {
  return createHash('sha256').update(document).digest().readUInt32BE(0) % foldCount;
}
