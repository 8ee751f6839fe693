import { type Change, diffWords } from '#text/diff/diff-words.ts';
import type { Piece } from './describe-receipt.ts';

/** A piece, with its place in the text. */
export interface Range extends Omit<Piece, 'text'> {
  start: number;
  end: number;
}

/** Small enough to be compared word by word. */
const sectionLength = 1500;
/** How far beyond its place a sentence is looked for. */
const maxWindow = 200_000;

/** The changes from one text to another, sentence by sentence where both have the same one. */
export function diffShown(before: string, after: string, ranges: readonly Range[]): Change[] {
  const changes: Change[] = [];
  let old = 0;
  let now = 0;
  for (const [at, { part, start }] of ranges.entries()) {
    if (part !== 'verdict' || start - old < sectionLength) continue;
    const next = ranges.slice(at + 1, at + 4).find((range) => range.part === 'text');
    if (next === undefined) continue;
    const window = after.slice(now, now + Math.min(maxWindow, 2 * (next.end - old) + sectionLength));
    const found = window.indexOf(before.slice(start, next.end));
    if (found === -1) continue;
    changes.push(...diffWords(before.slice(old, start), after.slice(now, now + found)));
    old = start;
    now += found;
  }
  return [...changes, ...diffWords(before.slice(old), after.slice(now))];
}
