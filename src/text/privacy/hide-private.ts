import { longestTagStart, tagPattern } from './tag-pattern.ts';

const privateTag = tagPattern('private');
/** Matches a part of every tag and is quick to test. */
const privateName = /private/i;
/**
 * Matches the end of a closing tag. A tag without an end does not close, because what follows may still be meant to
 * be hidden.
 */
const closingEnd = /[^<>＜＞&\\]{0,200}(?:[>＞]|&gt;|\\u003e)/iuy;

export interface StrippedText {
  text: string;
  /** Whether nothing else but signs was there. A shell may have put the private text in quotation marks. */
  isEntirelyPrivate: boolean;
  /** The texts that stood between the tags. */
  hidden: string[];
  /** The number of openings without an end. What comes after the text and belongs to it is private too. */
  openTags: number;
}

/**
 * Removes what stands between `<private>` and `</private>`. In doubt more is removed, never less. An opening without
 * an end hides the rest, an end without an opening hides what is before it, and inner openings need an end of their
 * own.
 */
export function stripPrivate(text: string): StrippedText {
  if (!mayHoldPrivate(text)) return { text, isEntirelyPrivate: false, hidden: [], openTags: 0 };
  const shown = createShown();
  const hidden: string[] = [];
  let shownFrom = 0;
  let hiddenFrom = 0;
  let depth = 0;
  let isTouched = false;

  for (const tag of text.matchAll(privateTag)) {
    isTouched = true;
    const afterName = tag.index + tag[0].length;
    if (!tag[0].includes('/')) {
      if (depth === 0) {
        shown.add(text.slice(shownFrom, tag.index));
        hiddenFrom = endOfTag(text, afterName);
      }
      depth += 1;
      continue;
    }
    shownFrom = endOfTag(text, afterName);
    const isEnded = shownFrom > afterName;
    if (depth === 0) {
      hidden.push(text.slice(hiddenFrom, tag.index));
      shown.clear();
    } else if (isEnded) {
      depth -= 1;
      if (depth === 0) hidden.push(text.slice(hiddenFrom, tag.index));
    }
    hiddenFrom = depth === 0 ? shownFrom : hiddenFrom;
    if (depth === 0 && shown.makesTag(text.slice(shownFrom, shownFrom + longestTagStart))) depth = 1;
  }

  if (!isTouched) return { text, isEntirelyPrivate: false, hidden, openTags: 0 };
  if (depth === 0) shown.add(text.slice(shownFrom));
  else hidden.push(text.slice(hiddenFrom));
  const stripped = shown.text();
  return { text: stripped, isEntirelyPrivate: !hasWords(stripped), hidden, openTags: depth };
}

/** Whether a text may have a private part. False means that it surely has none. */
export function mayHoldPrivate(text: string): boolean {
  return privateName.test(text);
}

/** Whether a text says anything; signs alone say nothing. */
export function hasWords(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text);
}

function endOfTag(text: string, afterName: number): number {
  closingEnd.lastIndex = afterName;
  return closingEnd.test(text) ? closingEnd.lastIndex : afterName;
}

/** Collects what is shown. Only its short end is tested again, so that many tags take no longer than one. */
function createShown() {
  let parts: string[] = [];
  let end = '';
  return {
    add(part: string): void {
      end += part;
      parts.push(end.slice(0, -longestTagStart));
      end = end.slice(-longestTagStart);
    },
    clear(): void {
      parts = [];
      end = '';
    },
    /** Whether joining the next part makes a tag. The beginning of such a tag is removed. */
    makesTag(next: string): boolean {
      const made = (end + next).matchAll(privateTag).find(({ index }) => index < end.length);
      if (made === undefined) return false;
      end = end.slice(0, made.index);
      return true;
    },
    text: (): string => parts.join('') + end,
  };
}

const placeholder = '[private]';
/** Shorter pieces occur in too many other words. A Chinese name has two characters. */
const minChars = 4;
const minHanChars = 2;
const maxPieces = 200;
/** The limit for all private texts together; nobody writes more by hand. */
const maxHiddenChars = 20_000;

const han = /[\u3400-\u9fff\uf900-\ufaff\u3040-\u30ff\uac00-\ud7af]/;
const wordCharacter = /[\p{L}\p{N}_]/u;
/** Matches signs around a value in a sentence. */
const wrapping =
  /^[\s"'`“”‘’()<>[\]{}«»,;:.!?]+|(?<![\s"'`“”‘’()<>[\]{}«»,;:.!?])[\s"'`“”‘’()<>[\]{}«»,;:.!?]+$/g;

/**
 * Lists the pieces of a private text that would reveal it elsewhere: the whole, its lines, the value after a colon or
 * an equals sign, and unusual words. Ordinary words are not included, because without them nothing could be told.
 */
export function piecesOf(hidden: readonly string[]): string[] {
  const pieces = new Set<string>();
  const add = (text: string): void => {
    const piece = text.replace(wrapping, '');
    if (piece.length >= (han.test(piece) ? minHanChars : minChars)) pieces.add(piece);
  };
  for (const part of hidden.join('\n').slice(0, maxHiddenChars).split(tagPattern('private'))) {
    add(part);
    for (const line of part.split(/[\r\n]+/)) {
      add(line);
      const [, value = ''] = /[:=：](?!\/\/)([^]*)$/.exec(line) ?? [];
      add(value);
      for (const word of line.split(/\s+/)) if (isTelling(word.replace(wrapping, ''))) add(word);
    }
  }
  return [...pieces].sort((one, other) => other.length - one.length).slice(0, maxPieces);
}

/** Replaces each piece wherever it occurs as whole words, even if it is spelled or wrapped differently. */
export function hideTexts(text: string, pieces: readonly string[]): string {
  if (pieces.length === 0) return text;
  const { folded, starts, ends } = foldText(text);
  const found: Span[] = [];
  for (const piece of pieces) {
    const wanted = foldText(piece).folded.trim();
    if (wanted === '') continue;
    for (let at = folded.indexOf(wanted); at >= 0; at = folded.indexOf(wanted, at + wanted.length)) {
      const span = { start: starts[at] ?? 0, end: ends[at + wanted.length - 1] ?? text.length };
      if (!isJoined(text, span.start) && !isJoined(text, span.end)) found.push(span);
    }
  }
  return replaceSpans(text, found);
}

interface Span {
  start: number;
  end: number;
}

/** Replaces the spans; overlapping spans count as one. */
function replaceSpans(text: string, spans: readonly Span[]): string {
  const parts: string[] = [];
  let from = 0;
  for (const { start, end } of spans.toSorted(
    (one, other) => one.start - other.start || other.end - one.end,
  )) {
    if (start >= from) parts.push(text.slice(from, start), placeholder);
    from = Math.max(from, end);
  }
  return parts.join('') + text.slice(from);
}

/** Whether a word reveals something, such as hunter2, db.internal or me@example.org. */
function isTelling(word: string): boolean {
  return word.length >= minChars + 2 && (/\d/.test(word) || /\w[@._/\\+=#$%^&*-]\w/.test(word));
}

/** Whether a word continues across this place, which never counts for Chinese because it has no spaces. */
function isJoined(text: string, at: number): boolean {
  const [before = '', after = ''] = [text[at - 1], text[at]];
  if (han.test(before) || han.test(after)) return false;
  return wordCharacter.test(before) && wordCharacter.test(after);
}

/** A text in the form that is compared, with the place in the text of each of its letters. */
interface FoldedText {
  folded: string;
  /** Where each letter begins, and where it ends with its marks. */
  starts: Uint32Array;
  ends: Uint32Array;
}

/** Accents that follow their letter, and characters without width. */
const dropped = /[\u0300-\u036f\u00ad\u200b-\u200d\u2060\ufeff]/g;
const space = /[^\S\ufeff]/;
/** Quotation marks and marks of Markdown, which may be added or left out within a phrase. */
const marks = /["'`*“”„‟«»‘’‚‛「」『』]/;
const hyphen = /[\u2010-\u2015\u2212]/;
const maxAscii = 0x7f;

/**
 * Folds a text so that the same words compare equal when they are written again. It ignores letter case, accents,
 * forms of letters and hyphens, quotation marks, and the white space of wrapped or quoted lines.
 */
function foldText(text: string): FoldedText {
  const parts: string[] = [];
  const starts: number[] = [];
  const ends: number[] = [];
  let at = 0;
  let wasSpace = false;
  let opensLine = true;
  for (const character of text) {
    const start = at;
    at += character.length;
    if (marks.test(character)) continue;
    const letters: string = opensLine && character === '>' ? ' ' : foldCharacter(character);
    const isSpace: boolean = letters === ' ';
    opensLine = isSpace ? opensLine || character === '\n' || character === '\r' : letters === '' && opensLine;
    if (letters === '' || (isSpace && wasSpace)) {
      if (ends.length > 0) ends[ends.length - 1] = at;
      continue;
    }
    wasSpace = isSpace;
    parts.push(letters);
    for (let n = 0; n < letters.length; n += 1) {
      starts.push(start);
      ends.push(at);
    }
  }
  return { folded: parts.join(''), starts: Uint32Array.from(starts), ends: Uint32Array.from(ends) };
}

function foldCharacter(character: string): string {
  if (space.test(character)) return ' ';
  if (character.charCodeAt(0) <= maxAscii) return character.toLowerCase();
  if (hyphen.test(character)) return '-';
  return character.normalize('NFKD').toUpperCase().toLowerCase().replace(dropped, '');
}
