/** The first characters of a text, at most `most`, without cutting a surrogate pair. */
export function cutCharacters(text: string, most: number): string {
  if (text.length <= most) return text;
  const last = text.charCodeAt(most - 1);
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? most - 1 : most);
}

/** Cuts a text in the same way and adds a line that says how much is missing. */
export function cutWithCount(text: string, most: number): string {
  if (text.length <= most) return text;
  const kept = cutCharacters(text, most);
  return `${kept}\n[${text.length - kept.length} more characters]`;
}

const length = 240;

/**
 * The part of a text around the first of the words, which are in lower case, with up to `before` characters before
 * it.
 */
export function cutExcerpt(text: string, words: readonly string[], before = 60): string {
  const lower = text.toLowerCase();
  // Lower case may be longer than the text ("İ"). The places then do not fit, and the beginning is shown.
  const places = lower.length === text.length ? words.map((word) => lower.indexOf(word)) : [];
  const found = places.filter((place) => place >= 0);
  const first = found.length === 0 ? 0 : Math.min(...found);
  const start = first <= before ? 0 : nextSpace(text, first - before, first);
  const end = start + length >= text.length ? text.length : lastSpace(text, start + length, first);
  const middle = toOneLine(text.slice(start, end)).toWellFormed();
  return `${start > 0 ? '…' : ''}${middle}${end < text.length ? '…' : ''}`;
}

function nextSpace(text: string, from: number, limit: number): number {
  const space = text.slice(from, limit).search(/\s/);
  return space === -1 ? from : from + space + 1;
}

function lastSpace(text: string, to: number, limit: number): number {
  const space = text.lastIndexOf(' ', to);
  return space > limit ? space : to;
}

/** Matches anything but single spaces between words. The other order of the alternatives is slower by a third. */
const uneven = / {2}|[^\S ]/;

/** A text on one line, with a single space between words. */
export function toOneLine(text: string): string {
  // Most texts are already on one line, and testing costs a fraction of replacing.
  return (uneven.test(text) ? text.replace(/\s+/g, ' ') : text).trim();
}
