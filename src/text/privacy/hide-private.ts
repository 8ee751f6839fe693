import { longestTagStart, tagPattern } from './tag-pattern.ts';

const privateTag = tagPattern('private');
/** Quick to look for, and part of every tag. */
const privateName = /private/i;
/** A tag that never ends is no closing one: what follows it may still be meant to be hidden. */
const closingEnd = /[^<>＜＞&\\]{0,200}(?:[>＞]|&gt;|\\u003e)/iuy;

export interface StrippedText {
  text: string;
  /** Nothing else was there but signs: a shell may have put the private text in quotation marks. */
  isEntirelyPrivate: boolean;
  /** What stood between the tags. */
  hidden: string[];
  /** How many openings still want their end: what belongs to the text and comes after it is private too. */
  openTags: number;
}

/**
 * Removes what stands between `<private>` and `</private>`. In doubt more is removed, never less: an opening without an
 * end hides the rest, an end without an opening hides what is before it, and inner openings want an end of their own.
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

/** False: it has no private part. */
export function mayHoldPrivate(text: string): boolean {
  return privateName.test(text);
}

/** Whether a text says anything: signs alone do not. */
export function hasWords(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text);
}

function endOfTag(text: string, afterName: number): number {
  closingEnd.lastIndex = afterName;
  return closingEnd.test(text) ? closingEnd.lastIndex : afterName;
}

/** Gathers what is shown. Only its short end is looked at again, so that many tags cost no more than one. */
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
    /** Whether a tag comes into being where the next part is joined; its beginning is removed. */
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
/** Shorter ones are in too many other words; a Chinese name has two characters. */
const minChars = 4;
const minHanChars = 2;
const maxPieces = 200;
/** Of all private texts together; nobody writes more by hand. */
const maxHiddenChars = 20_000;

const han = /[\u3400-\u9fff\uf900-\ufaff\u3040-\u30ff\uac00-\ud7af]/;
const wordCharacter = /[\p{L}\p{N}_]/u;
/** What stands around a value in a sentence. */
const wrapping =
  /^[\s"'`“”‘’()<>[\]{}«»,;:.!?]+|(?<![\s"'`“”‘’()<>[\]{}«»,;:.!?])[\s"'`“”‘’()<>[\]{}«»,;:.!?]+$/g;

/**
 * What of a private text would give it away elsewhere: the whole, its lines, what is said after a colon or an equals
 * sign, and words that are no ordinary words. An ordinary word of a sentence stays: without it nothing could be told.
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

/** Replaces each piece wherever it stands as words of its own, also if it is written or wrapped differently. */
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

/** Those that overlap are one. */
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

/** Such as hunter2, db.internal or me@example.org. */
function isTelling(word: string): boolean {
  return word.length >= minChars + 2 && (/\d/.test(word) || /\w[@._/\\+=#$%^&*-]\w/.test(word));
}

/** Whether a word goes on over this place. Chinese is written without spaces. */
function isJoined(text: string, at: number): boolean {
  const [before = '', after = ''] = [text[at - 1], text[at]];
  if (han.test(before) || han.test(after)) return false;
  return wordCharacter.test(before) && wordCharacter.test(after);
}

/** A text in the form in which it is compared, with the place of each of its letters in the text itself. */
interface FoldedText {
  folded: string;
  /** Where the letter begins, and where it ends with the marks that belong to it. */
  starts: Uint32Array;
  ends: Uint32Array;
}

/** Accents that stand after their letter, and characters without width. */
const dropped = /[\u0300-\u036f\u00ad\u200b-\u200d\u2060\ufeff]/g;
const space = /[^\S\ufeff]/;
/** Quotation marks, and what Markdown puts around words: they are put inside a phrase, or left out of it. */
const marks = /["'`*“”„‟«»‘’‚‛「」『』]/;
const hyphen = /[\u2010-\u2015\u2212]/;
const maxAscii = 0x7f;

/**
 * Without what differs when the same words are written again: letter case, accents that are letters of their own or
 * not, forms of a letter and of a hyphen, quotation marks, and the white space of a line that is wrapped elsewhere, also
 * where each line is quoted.
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
