import { toOneLine } from './to-one-line.ts';

const length = 240;

/** The part of a text around the first of the words, which are in lower case, with up to `before` characters before it. */
export function cutExcerpt(text: string, words: readonly string[], before = 60): string {
  const lower = text.toLowerCase();
  // Lower case may be longer than the text ("İ"); the places then do not fit, and the beginning will do.
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
