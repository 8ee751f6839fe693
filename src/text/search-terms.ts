import { createWordLists, type WordList } from '#text/terms/word-list.ts';
import { cutCharacters } from './sentences/cut-text.ts';

export interface SearchTerm {
  text: string;
  /** Whether longer terms that begin with this one also match. */
  prefix: boolean;
  /** If set, only forms of the English word with this stem match, although an index looks up all longer terms. */
  stem?: string;
}

/**
 * Matches letters and numbers. Every other character separates terms, so no term has a special meaning to a database.
 */
const run = /[\p{L}\p{N}]+/gu;
/** Scripts that are written without spaces between words, and Korean, which joins particles to words. */
const unspacedScripts =
  '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}ー々〆';
const unspacedStart = new RegExp(`^[${unspacedScripts}]`, 'u');
const plainWord = /^[a-z0-9]+$/;
const ascii = /^[ -~]*$/;
const sameWriting = new RegExp(`[${unspacedScripts}]+|[^${unspacedScripts}]+`, 'gu');
/** Marks on letters. The voicing marks of kana are not included because they make other letters. */
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
/** PostgreSQL refuses a tsvector of 1 MiB, and a pair of Chinese characters takes ten bytes of it. */
const maxIndexCharacters = 250_000;
const maxTermCharacters = 64;
const maxQueryCharacters = 500;
const maxQueryTerms = 16;

/**
 * Lists the terms of a text for a full-text index, each once, separated by spaces, in lowercase and without accents.
 * Words of scripts without spaces become overlapping pairs of characters. The last character of each run is also a
 * term, so that every single character is the beginning of some term.
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
  /** Adds a term and returns false when the index has no room for it. */
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
      // The piece contains words that are already added; adding them again has no effect.
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

/** A piece of text without the blanks and punctuation that always end a term. */
const unbroken = /[^\s。，、！？；：]+/g;
const unbrokenEnd = /[\s。，、！？；：]/g;
/**
 * The kinds of characters. A larger number is the code of the letter or digit that the character becomes in a term.
 */
const parts = 0;
const breaks = 1;
const special = 2;
let letters: Uint8Array | undefined;
let newList: (() => WordList) | undefined;

/** Maps each character of Western texts to its kind, or to the character that it always becomes in a term. */
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

/**
 * Counts how often each term occurs in the texts, in the order of first occurrence and up to the size limit of an
 * index.
 */
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

/** Finds the end of the piece that starts here, or -1 if it contains more than short words of Western letters. */
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

/** Counts the first terms that fit into an index, each with all its occurrences. */
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

/** Yields the terms of a text one by one, as often as they occur. */
export function* termsOf(text: string): Generator<string> {
  for (const { text: written, isUnspaced } of piecesOf(text)) {
    if (!isUnspaced) yield written;
    else {
      yield* pairsOf(written);
      yield lastOf(written);
    }
  }
}

/** Reads what a person typed as terms that must all match. Quotes and operators only separate words. */
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
    // Most words are plain, and taking them apart by script costs much more than this test.
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

/** Yields the overlapping pairs of characters. */
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
