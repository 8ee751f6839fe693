import type { Change } from '#text/diff/diff-words.ts';

/** Unchanged lines that are left out. */
interface Gap {
  kind: 'gap';
  count: number;
}

/** Unchanged lines beside a change. */
const context = 3;

/** Long runs of unchanged lines become gaps; a gap of one line would save nothing. */
export function foldSame(lines: readonly Change[]): (Change | Gap)[] {
  const isNear = lines.map(() => false);
  for (const [at, { kind }] of lines.entries()) {
    if (kind === 'same') continue;
    isNear.fill(true, Math.max(0, at - context), at + context + 1);
  }
  const folded: (Change | Gap)[] = [];
  for (const [at, line] of lines.entries()) {
    const last = folded.at(-1);
    if (isNear[at] || (!isHidden(at - 1) && !isHidden(at + 1))) folded.push(line);
    else if (last?.kind === 'gap') last.count += 1;
    else folded.push({ kind: 'gap', count: 1 });
  }
  return folded;

  function isHidden(at: number): boolean {
    return at >= 0 && at < lines.length && isNear[at] === false;
  }
}
