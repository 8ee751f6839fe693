/** Removes `<think>…</think>` and `<thinking>` from a stream, wherever its chunks are cut. */
export interface ThinkFilter {
  /** Takes a chunk and returns the text that is now known to be for the reader. */
  push(chunk: string): string;
  /** Returns what was held back because it might have become a tag. An unclosed block stays hidden. */
  end(): string;
}

const openings = ['<think>', '<thinking>'];
const closings = ['</think>', '</thinking>'];
const afterBracket = /[t/]/i;
const longestTag = Math.max(...closings.map((tag) => tag.length));

export function createThinkFilter(): ThinkFilter {
  let held = '';
  let depth = 0;

  function drain(final: boolean): string {
    let shown = '';
    let from = 0;
    let end = held.length;
    for (let at = held.indexOf('<'); at >= 0; at = held.indexOf('<', at)) {
      // The next character quickly rules out a tag, which matters in texts with many brackets.
      if (at + 1 < held.length && !afterBracket.test(held.charAt(at + 1))) {
        at++;
        continue;
      }
      const near = held.slice(at, at + longestTag).toLowerCase();
      const opening = openings.find((tag) => near.startsWith(tag));
      const tag = opening ?? (depth > 0 ? closings.find((tag) => near.startsWith(tag)) : undefined);
      if (tag !== undefined) {
        if (depth === 0) shown += held.slice(from, at);
        depth += opening === undefined ? -1 : 1;
        at += tag.length;
        from = at;
      } else if (!final && mayBecomeTag(near, depth > 0)) {
        end = at;
        break;
      } else at++;
    }
    if (depth === 0) shown += held.slice(from, end);
    held = held.slice(end);
    return shown;
  }

  return {
    push(chunk) {
      held += chunk;
      return drain(false);
    },
    end: () => drain(true),
  };
}

function mayBecomeTag(near: string, inside: boolean): boolean {
  const tags = inside ? [...openings, ...closings] : openings;
  return tags.some((tag) => near.length < tag.length && tag.startsWith(near));
}
