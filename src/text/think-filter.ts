/** Removes `<think>…</think>` (and `<thinking>`) from a stream, wherever the chunks happen to be cut. */
export interface ThinkFilter {
  /** The part of the text so far that is for the reader. */
  push(chunk: string): string;
  /** What was held back because it might have become a tag. An unclosed block stays hidden. */
  end(): string;
}

const openings = ['<think>', '<thinking>'];
const closings = ['</think>', '</thinking>'];
const longestTag = Math.max(...closings.map((tag) => tag.length));

export function createThinkFilter(): ThinkFilter {
  let held = '';
  let depth = 0;

  function drain(final: boolean): string {
    let shown = '';
    while (held !== '') {
      const at = held.indexOf('<');
      const plain = at < 0 ? held : held.slice(0, at);
      if (depth === 0) shown += plain;
      held = held.slice(plain.length);
      if (held === '') break;

      const opening = openings.find((tag) => startsWith(held, tag));
      const closing = closings.find((tag) => startsWith(held, tag));
      const tag = opening ?? (depth > 0 ? closing : undefined);
      if (tag !== undefined) {
        depth += opening === undefined ? -1 : 1;
        held = held.slice(tag.length);
        continue;
      }
      if (!final && mayBecomeTag(held, depth > 0)) break;
      if (depth === 0) shown += held[0];
      held = held.slice(1);
    }
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

function startsWith(text: string, tag: string): boolean {
  return text.slice(0, tag.length).toLowerCase() === tag;
}

function mayBecomeTag(text: string, inside: boolean): boolean {
  // Before the whole of it is looked at: a text of brackets asks this for each of them.
  if (text.length >= longestTag) return false;
  const lower = text.toLowerCase();
  const tags = inside ? [...openings, ...closings] : openings;
  return tags.some((tag) => lower.length < tag.length && tag.startsWith(lower));
}
