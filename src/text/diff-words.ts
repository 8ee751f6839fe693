export interface Change {
  kind: 'same' | 'removed' | 'added';
  text: string;
}

/** The table has at most this many cells, about 10 ms of work. Longer texts are compared sentence by sentence. */
const maxCells = 2_000_000;

/**
 * Matches words with the blanks behind them. Blanks of their own would match everywhere and cut the changes into
 * pieces.
 */
const words =
  /\s+|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]\s*|[^\s\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]+\s*/gu;
const sentences = /[^.!?。！？\n]*[.!?。！？\n]+\s*|[^.!?。！？\n]+/gu;

/**
 * The changes that turn one text into the other. Without the added parts they give the first text, without the
 * removed parts the second.
 */
export function diffWords(before: string, after: string): Change[] {
  return compare(before, after, words) ?? compare(before, after, sentences) ?? replace(before, after);
}

export function compare(before: string, after: string, pattern: RegExp): Change[] | null {
  const old = before.match(pattern) ?? [];
  const now = after.match(pattern) ?? [];
  let start = 0;
  while (start < old.length && start < now.length && old[start] === now[start]) start += 1;
  let end = 0;
  const most = Math.min(old.length, now.length) - start;
  while (end < most && old.at(-1 - end) === now.at(-1 - end)) end += 1;
  const middle = compareMiddle(old.slice(start, old.length - end), now.slice(start, now.length - end));
  if (middle === null) return null;
  return join([
    ...old.slice(0, start).map((text): Change => ({ kind: 'same', text })),
    ...middle,
    ...old.slice(old.length - end).map((text): Change => ({ kind: 'same', text })),
  ]);
}

/** Compares by the longest common subsequence, or returns null where that would take too long. */
function compareMiddle(old: string[], now: string[]): Change[] | null {
  const width = now.length + 1;
  if ((old.length + 1) * width > maxCells) return null;
  const common = new Uint32Array((old.length + 1) * width);
  const at = (row: number, column: number) => common[row * width + column] ?? 0;
  for (let row = old.length - 1; row >= 0; row -= 1) {
    for (let column = now.length - 1; column >= 0; column -= 1) {
      common[row * width + column] =
        old[row] === now[column]
          ? at(row + 1, column + 1) + 1
          : Math.max(at(row + 1, column), at(row, column + 1));
    }
  }
  const changes: Change[] = [];
  let row = 0;
  let column = 0;
  while (row < old.length || column < now.length) {
    const removed = old[row];
    const added = now[column];
    if (removed !== undefined && removed === added) {
      changes.push({ kind: 'same', text: removed });
      row += 1;
      column += 1;
    } else if (removed !== undefined && (added === undefined || at(row + 1, column) >= at(row, column + 1))) {
      changes.push({ kind: 'removed', text: removed });
      row += 1;
    } else {
      changes.push({ kind: 'added', text: added ?? '' });
      column += 1;
    }
  }
  return changes;
}

export function replace(before: string, after: string): Change[] {
  return join([
    { kind: 'removed', text: before },
    { kind: 'added', text: after },
  ]);
}

function join(changes: Change[]): Change[] {
  const joined: Change[] = [];
  for (const { kind, text } of changes) {
    const last = joined.at(-1);
    if (last?.kind === kind) last.text += text;
    else if (text !== '') joined.push({ kind, text });
  }
  return joined;
}
