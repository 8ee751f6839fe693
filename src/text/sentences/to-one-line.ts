/** Anything but single spaces between words. In the other order it takes a third longer. */
const uneven = / {2}|[^\S ]/;

/** A text on one line, with a single space between words. */
export function toOneLine(text: string): string {
  // Most texts are, and looking costs a fraction of replacing.
  return (uneven.test(text) ? text.replace(/\s+/g, ' ') : text).trim();
}
