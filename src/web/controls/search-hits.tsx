import type { SessionHit } from '#schema/sessions/sessions-wire.ts';
import { parseSearch } from '#text/search-terms.ts';

interface MarkedTextProps {
  text: string;
  query: string;
}

/** Shows a text with the search terms highlighted. */
export function MarkedText({ text, query }: MarkedTextProps) {
  return markTerms(text, query).map(({ text: part, isHit }, index) =>
    isHit ? (
      // oxlint-disable-next-line react/no-array-index-key
      <mark key={index} className="rounded-xs bg-caution-wash text-ink">
        {part}
      </mark>
    ) : (
      part
    ),
  );
}

interface MarkedPart {
  text: string;
  isHit: boolean;
}

const word = /[\p{L}\p{N}\p{M}]+/gu;

/** Splits an excerpt into matching and other parts. Joined, the parts are the excerpt. */
export function markTerms(excerpt: string, query: string): MarkedPart[] {
  const { terms } = parseSearch(query);
  const hits: [start: number, end: number][] = [];
  for (const { 0: written, index } of excerpt.matchAll(word)) {
    const folded = fold(written);
    for (const { text, prefix } of terms) {
      if (prefix ? folded.startsWith(text) : folded === text) hits.push([index, index + written.length]);
      // Scripts without spaces are searched by character pairs, anywhere in a run of them.
      else if (isUnspaced(text) && folded.length === written.length) {
        for (let at = folded.indexOf(text); at !== -1; at = folded.indexOf(text, at + 1))
          hits.push([index + at, index + at + text.length]);
      }
    }
  }
  return partText(excerpt, hits);
}

function partText(text: string, hits: readonly [number, number][]): MarkedPart[] {
  const parts: MarkedPart[] = [];
  let at = 0;
  for (const [start, end] of hits.toSorted((a, b) => a[0] - b[0])) {
    if (end <= at) continue;
    const from = Math.max(start, at);
    const last = parts.at(-1);
    if (from > at) parts.push({ text: text.slice(at, from), isHit: false });
    else if (last?.isHit === true) {
      last.text += text.slice(from, end);
      at = end;
      continue;
    }
    parts.push({ text: text.slice(from, end), isHit: true });
    at = end;
  }
  if (at < text.length) parts.push({ text: text.slice(at), isHit: false });
  return parts;
}

function fold(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}

function isUnspaced(text: string): boolean {
  return /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u.test(
    text,
  );
}

/** Describes a hit in two lines without repetition. A tool is shown by its name, and a short prompt only once. */
export function hitLines({ kind, title, excerpt }: Pick<SessionHit, 'kind' | 'title' | 'excerpt'>): {
  title: string;
  excerpt: string;
} {
  if (kind === 'observation' && title.includes(': '))
    return { title: title.slice(0, title.indexOf(': ')), excerpt };
  return { title, excerpt: excerpt === title ? '' : excerpt };
}
