export interface Bounds {
  maxSentences: number;
  maxCharacters: number;
}

/** The narrative stays within these bounds, however long the conversation is. */
export const narrativeBounds: Bounds = { maxSentences: 3, maxCharacters: 900 };

/** Cuts a text between words and marks the cut with an ellipsis. */
export function cut(text: string, maxCharacters: number): string {
  if (!isLongerThan(text, maxCharacters)) return text;
  const head = Array.from(text.slice(0, 2 * maxCharacters))
    .slice(0, maxCharacters - 1)
    .join('');
  const space = head.lastIndexOf(' ');
  return `${(space > head.length / 2 ? head.slice(0, space) : head).trimEnd()}…`;
}

/**
 * Compares the length in characters. A character takes one or two units, so only a text near the limit is counted.
 */
export function isLongerThan(text: string, maxCharacters: number): boolean {
  if (text.length <= maxCharacters) return false;
  return text.length > 2 * maxCharacters || [...text].length > maxCharacters;
}

export function flatten(text: string): string {
  return text.replace(/\s+/gu, ' ').trim();
}
