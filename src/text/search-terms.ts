import { createWordLists, type WordList } from '#text/terms/word-list.ts';
import { cutCharacters } from './sentences/cut-text.ts';

export interface SearchTerm {
  text: string;
  /** Also matches longer terms that begin with it. */
  prefix: boolean;
  /** Of these, only forms of the English word with this stem count; an index looks up all of them. */
  stem?: string;
}

/** Letters and numbers only: every other character parts terms, so none of them means anything to a database. */
const run = /[\p{L}\p{N}]+/gu;
/** Scripts written without spaces between words, and Korean, which joins particles to them. */
const unspacedScripts =
  '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}ー々〆';
const unspacedStart = new RegExp(`^[${unspacedScripts}]`, 'u');
const plainWord = /^[a-z0-9]+$/;
const ascii = /^[ -~]*$/;
const sameWriting = new RegExp(`[${unspacedScripts}]+|[^${unspacedScripts}]+`, 'gu');
/** Marks on letters; the voicing marks of kana make other letters and stay. */
const marks = /(?![\u3099\u309a])\p{M}/gu;
const ligatures = new Map(
  Object.entries<string>({
    ß: 'ss',
    æ: 'ae',
    œ: 'oe',
    ø: 'o',
    ł: 'l',
    đ: 'd',
    ð: 'd',
    þ: 'th',
    ı: 'i',
  }),
);

const maxInputCharacters = 1_000_000;
/** PostgreSQL refuses a tsvector of 1 MiB; a pair of Chinese characters costs ten bytes of it. */
const maxIndexCharacters = 250_000;
const maxTermCharacters = 64;
const maxQueryCharacters = 500;
const maxQueryTerms = 16;

/**
 * The terms of a text for a full-text index, each once, separated by spaces: lowercase, no accents. Words of scripts
 * without spaces become overlapping pairs of characters, and the last character of each run stands alone too, so that
 * every single character is the beginning of some term.
 */
export function indexTerms(text: string): string {
  letters ??= readLetters();
  newList ??= createWordLists(letters);
  const list = newList();
  const terms: string[] = [];
  const others = new Set<string>();
  const seen = new Set<string>();
  const source = text.slice(0, maxInputCharacters);
  let length = 0;
  /** False when the index has no room for it. */
  const add = (term: string) => {
    length += term.length + 1;
    if (length > maxIndexCharacters) return false;
    terms.push(term);
    return true;
  };
  const addWord = (from: string, start: number, end: number) => {
    const word = list.add(from, start, end);
    return word === null || add(word);
  };
  const addOther = (term: string) => {
    if (plainWord.test(term)) return addWord(term, 0, term.length);
    if (others.has(term)) return true;
    others.add(term);
    return add(term);
  };
  let pieceAt = 0;
  let wordAt = 0;
  for (let i = 0; i <= source.length; i++) {
    const kind = i === source.length ? breaks : (letters[source.charCodeAt(i)] ?? special);
    if (kind > special && i - wordAt < maxTermCharacters) continue;
    if (kind >= special) {
      // Words that are read here already are the same again; it has the terms of each of them.
      unbrokenEnd.lastIndex = i;
      const end = unbrokenEnd.exec(source)?.index ?? source.length;
      const piece = source.slice(pieceAt, end);
      if (!seen.has(piece)) for (const term of termsOf(piece)) if (!addOther(term)) return terms.join(' ');
      seen.add(piece);
      i = end;
    } else if (i > wordAt && !addWord(source, wordAt, i)) break;
    wordAt = i + 1;
    if (kind !== parts) pieceAt = i + 1;
  }
  return terms.join(' ');
}

/** What no term reaches across, in any spelling of it. */
const unbroken = /[^\s。，、！？；：]+/g;
const unbrokenEnd = /[\s。，、！？；：]/g;
/** Kinds of characters; those with a larger number are letters and numbers, as the terms write them. */
const parts = 0;
const breaks = 1;
const special = 2;
let letters: Uint8Array | undefined;
let newList: (() => WordList) | undefined;

/** Characters of western texts: what each becomes in a term, whatever stands beside it. */
function readLetters(): Uint8Array {
  const table = new Uint8Array(0x2040).fill(special);
  const read = (code: number) => {
    const character = String.fromCharCode(code);
    const [first = '', second] = termsOf(`a${character}b`);
    if (/\s/.test(character)) table[code] = breaks;
    else if (first === 'a' && second === 'b') table[code] = parts;
    else if (second === undefined && /^a[a-z0-9]b$/.test(first)) table[code] = first.charCodeAt(1);
  };
  for (let code = 0; code < 0x180; code++) read(code);
  for (let code = 0x2000; code < 0x2040; code++) read(code);
  return table;
}

/** How often each term stands in the texts, in the order in which they first stand; up to what an index takes. */
export function countTerms(texts: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  const others = new Map<string, string[]>();
  let length = 0;
  const add = (term: string) => {
    const known = counts.get(term) ?? 0;
    if (known === 0) length += term.length + 2;
    counts.set(term, known + 1);
  };
  for (const text of texts) {
    const source = text.slice(0, maxInputCharacters);
    for (let start = 0; start < source.length; ) {
      const end = findPlainEnd(source, start);
      if (end >= 0) addWords(source, start, end, add);
      const next = end >= 0 ? end : findUnbrokenEnd(source, start);
      if (end < 0) {
        const piece = source.slice(start, next);
        const terms = others.get(piece) ?? [...termsOf(piece)];
        others.set(piece, terms);
        for (const term of terms) add(term);
      }
      if (length > maxIndexCharacters) return countUpToRoom(texts);
      start = next + 1;
    }
  }
  return counts;
}

/** Where the piece of a text ends that starts here; -1 if it has anything but short words of western letters. */
function findPlainEnd(source: string, start: number): number {
  letters ??= readLetters();
  let wordAt = start;
  for (let at = start; at < source.length; at++) {
    const kind = letters[source.charCodeAt(at)] ?? special;
    if (kind === breaks) return at;
    if (kind === special || at - wordAt >= maxTermCharacters) return -1;
    if (kind === parts) wordAt = at + 1;
  }
  return source.length;
}

function findUnbrokenEnd(source: string, start: number): number {
  unbrokenEnd.lastIndex = start;
  return unbrokenEnd.exec(source)?.index ?? source.length;
}

function addWords(source: string, start: number, end: number, add: (term: string) => void): void {
  letters ??= readLetters();
  let wordAt = start;
  let isFolded = true;
  for (let at = start; at <= end; at++) {
    const code = at === end ? 0 : source.charCodeAt(at);
    const letter = at === end ? parts : (letters[code] ?? special);
    if (letter > special) {
      if (letter !== code) isFolded = false;
      continue;
    }
    if (at > wordAt) add(isFolded ? source.slice(wordAt, at) : foldWord(source, wordAt, at));
    wordAt = at + 1;
    isFolded = true;
  }
}

function foldWord(source: string, start: number, end: number): string {
  const written = source.slice(start, end);
  if (ascii.test(written)) return written.toLowerCase();
  let word = '';
  for (let at = start; at < end; at++) word += String.fromCharCode(letters?.[source.charCodeAt(at)] ?? 0);
  return word;
}

/** Of more terms than an index takes, the first ones, each with all its places. */
function countUpToRoom(texts: readonly string[]): Map<string, number> {
  const pieces = new Map<string, number>();
  for (const text of texts) {
    for (const [piece] of text.slice(0, maxInputCharacters).matchAll(unbroken))
      pieces.set(piece, (pieces.get(piece) ?? 0) + 1);
  }
  const counts = new Map<string, number>();
  let length = 0;
  for (const [piece, times] of pieces) {
    for (const term of termsOf(piece)) {
      const known = counts.get(term);
      if (known === undefined) length += term.length + 2;
      if (length > maxIndexCharacters) return counts;
      counts.set(term, (known ?? 0) + times);
    }
  }
  return counts;
}

/** The same terms one by one, as often as they stand in the text. */
export function* termsOf(text: string): Generator<string> {
  for (const { text: written, isUnspaced } of piecesOf(text)) {
    if (!isUnspaced) yield written;
    else {
      yield* pairsOf(written);
      yield lastOf(written);
    }
  }
}

/** What a person typed, as terms that must all match. Quotes and operators are only what parts the words. */
export function parseSearch(query: string): { terms: SearchTerm[] } {
  const pieces = [...piecesOf(query.slice(0, maxQueryCharacters))];
  const terms = new Map<string, boolean>();
  for (const [index, { text, isUnspaced }] of pieces.entries()) {
    const isLast = index === pieces.length - 1;
    const pairs = isUnspaced ? [...pairsOf(text)] : [];
    if (pairs.length === 0) terms.set(text, isUnspaced || isLast || text.length >= 2);
    for (const pair of pairs) if (!terms.has(pair)) terms.set(pair, false);
  }
  return { terms: [...terms].slice(0, maxQueryTerms).map(([text, prefix]) => ({ text, prefix })) };
}

function* piecesOf(text: string): Generator<{ text: string; isUnspaced: boolean }> {
  for (const [letters] of fold(text).matchAll(run)) {
    // Most words of most texts, and to take them apart by script costs much more than this look.
    if (plainWord.test(letters)) {
      yield { text: cutCharacters(letters, maxTermCharacters), isUnspaced: false };
      continue;
    }
    for (const [piece] of letters.matchAll(sameWriting)) {
      const isUnspaced = unspacedStart.test(piece);
      yield { text: isUnspaced ? piece : cutCharacters(piece, maxTermCharacters), isUnspaced };
    }
  }
}

function fold(text: string): string {
  if (ascii.test(text)) return text.toLowerCase();
  return text
    .toWellFormed()
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFKD')
    .replace(marks, '')
    .normalize('NFC')
    .replace(/[ßæœøłđðþı]/g, (letter) => ligatures.get(letter) ?? letter);
}

/** A longer word is found by its beginning. */
function* pairsOf(text: string): Generator<string> {
  let previous = '';
  for (const character of text) {
    if (previous !== '') yield previous + character;
    previous = character;
  }
}

function lastOf(text: string): string {
  return Array.from(text.slice(-2)).at(-1) ?? '';
}
