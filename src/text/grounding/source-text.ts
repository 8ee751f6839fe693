import { foldAccents } from '#text/sentences/words.ts';
import type { SourceIndex } from './source-index.ts';

/** Forms of a whole source that only some claims need. Each is made when it is first needed. */
type Forms = { lower?: string; folded?: string; plain?: PlainWords; byOpening?: Map<string, string[]> };

const KEPT = new WeakMap<SourceIndex, Forms>();

function formsOf(source: SourceIndex): Forms {
  let forms = KEPT.get(source);
  if (forms === undefined) {
    forms = {};
    KEPT.set(source, forms);
  }
  return forms;
}

export function lowerText(source: SourceIndex): string {
  const forms = formsOf(source);
  forms.lower ??= source.text.toLowerCase();
  return forms.lower;
}

/** The source in lower case and without accents. */
export function foldedText(source: SourceIndex): string {
  const forms = formsOf(source);
  forms.folded ??= foldAccents(lowerText(source));
  return forms.folded;
}

/** The source as plain words, in which quotations and copied sentences are looked up word for word. */
export function plainText(source: SourceIndex): PlainWords {
  const forms = formsOf(source);
  forms.plain ??= plainWords(source.text);
  return forms.plain;
}

// All forms of a name share at least this many first letters.
const OPENING_LETTERS = 5;

/** Finds the terms of the source that begin with the same five letters, in the order of their first places. */
export function termsOpeningLike(source: SourceIndex, word: string): readonly string[] {
  const forms = formsOf(source);
  forms.byOpening ??= groupByOpening(source.positions.keys());
  return forms.byOpening.get(word.slice(0, OPENING_LETTERS)) ?? [];
}

function groupByOpening(terms: Iterable<string>): Map<string, string[]> {
  const groups = new Map<string, string[]>();
  for (const term of terms) {
    if (term.length < OPENING_LETTERS) continue;
    const opening = term.slice(0, OPENING_LETTERS);
    const group = groups.get(opening);
    if (group === undefined) groups.set(opening, [term]);
    else group.push(term);
  }
  return groups;
}

/** A text reduced to its letters and digits in lower case, with a blank between words. */
type PlainWords = { text: string; offsets: Int32Array };

const SIGN = /[\p{L}\p{M}\p{N}]/u;
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;

export function plainWords(text: string): PlainWords {
  const signs = new Uint16Array(text.length + 2);
  const offsets = new Int32Array(text.length + 2);
  let length = 0;
  const push = (code: number, at: number): void => {
    signs[length] = code;
    offsets[length] = at;
    length++;
  };
  push(BLANK, 0);
  for (let at = 0; at < text.length; at++) {
    const sign = signOf(text.charCodeAt(at));
    if (sign > 0) {
      push(sign, at);
      continue;
    }
    const last = signs[length - 1] ?? BLANK;
    // "don't" and "don’t" are one word. In unspaced scripts, nothing separates the characters.
    if (last === BLANK || APOSTROPHES.has(text.charCodeAt(at)) || isUnspacedSign(last)) continue;
    push(BLANK, at);
  }
  if (signs[length - 1] !== BLANK) push(BLANK, text.length);
  return {
    text: new TextDecoder('utf-16le').decode(signs.subarray(0, length)),
    offsets: offsets.slice(0, length),
  };
}

/** Finds where whole words stand in plain text. In unspaced scripts, every character is a word. */
export function findWords(wanted: string, plain: string, from = 0): number {
  const unspaced = UNSPACED.test(wanted);
  const at = plain.indexOf(unspaced ? wanted : ` ${wanted} `, from > 0 ? from - 1 : 0);
  return at < 0 || unspaced ? at : at + 1;
}

const BLANK = 0x20;
const APOSTROPHES: ReadonlySet<number> = new Set([0x27, 0x2019]);

/** The code of a letter in lower case, a mark or a digit; 0 for anything else. */
function signOf(code: number): number {
  if (code < 0x80) {
    if (code >= 0x30 && code <= 0x39) return code;
    const lower = code | 0x20;
    return lower >= 0x61 && lower <= 0x7a ? lower : 0;
  }
  if (isCommonHan(code)) return code;
  const character = String.fromCharCode(code);
  return SIGN.test(character) ? character.toLowerCase().charCodeAt(0) : 0;
}

function isUnspacedSign(code: number): boolean {
  return isCommonHan(code) || (code >= 0x3000 && UNSPACED.test(String.fromCharCode(code)));
}

function isCommonHan(code: number): boolean {
  return code >= 0x4e00 && code <= 0x9fff;
}

// This matches a heading, a quotation mark of Markdown, a bullet or a number in a list.
const MARKER = /^\s*(?:(?:[-*+•‣▪◦>|]|#{1,6}|\(?\d{1,3}[.)、])\s+)+/u;
// This matches "[1]" and "[2, 3]", and the rest of a citation inside of which a sentence ended.
const CITATION = /\[\^?\d{1,3}(?:\s?[,;–-]\s?\d{1,3})*\]|^\d{1,3}\]/gu;
const FOOTNOTE = /(?<=\p{L}{3}|[.,;:!?"”’)\]])[¹²³⁰⁴-⁹]+|^[¹²³⁰⁴-⁹]+(?=\s)/gu;
const ADDRESS = /(?<=\])\([^()\s]*\)|https?:\/\/[^\s)>\]]+/gu;

/** Replaces the markup of a sentence by blanks, so that no number of a list or a link is read as a claim. */
export function hideMarkup(sentence: string): string {
  return [MARKER, CITATION, FOOTNOTE, ADDRESS].reduce(
    (text, markup) => text.replace(markup, (found) => ' '.repeat(found.length)),
    sentence,
  );
}
