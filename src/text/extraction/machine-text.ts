const ADDRESS = /(?:https?:\/\/|www\.|ftp:\/\/|mailto:)\S+|(?<![\w.+-])<?[\w.+-]+@[\w-]+\.[\w.-]+>?/giu;
const HASH = /(?<![\w/-])(?=[0-9a-f]{0,63}\d)(?=[0-9a-f]{0,63}[a-f])[0-9a-f]{7,64}(?![\w-])/u;
const OPENS_WITH_HASH = /^[-*+•\s[(`"']{0,8}(?:commit\s+)?[0-9a-f]{7,64}(?![\w-])/iu;
const ENDS_WITH_HASH = /[([`\s][0-9a-f]{7,64}[)\]`]{0,3}[.\s]*$/u;
const DIFF =
  /^(?:diff --git|index [0-9a-f]{7}|@@ -\d|\+\+\+ |--- [ab]\/|commit [0-9a-f]{7,}|Merge: [0-9a-f]{7})/u;
const CODE =
  /^(?:(?:import|export|const|let|var|function|class|def|return|if|for|while|using|package|public|private|static|void|int|async|await)\b.*(?:[;{}]\s*$|=>|\(\)|==| = |from ['"])|#include\b|>>> |\$ [a-z]|(?:npm|npx|git|sudo|docker|curl|pip) (?:\w+ )?-{1,2}\w|(?:npm|npx|pip) (?:install|run|i)\b)/u;
// What a shell reads: options, pipes, variables, comments. Prose has a dash or a sign now and then, never so many.
const SHELL_SIGN = /^(?:-{1,2}[a-z][\w-]*(?:=\S*)?|--|&&|\|{1,2}|>{1,2}|#|\$\w+|"\$\w+"|[A-Z_]{2,}=\S*)$/u;
const FEWEST_SHELL_SIGNS = 3;
const MOST_WORDS_A_SIGN = 7;
// Mathematics in TeX: many signs in few words, and yet prose.
const FORMULA = /\$[^$]{1,200}\$|\\[a-z]+\b/giu;
const CHAT_PREFIX = /^\[?\d{1,2}:\d{2}(?::\d{2})?\]?\s*<[^<>]{1,40}>\s/u;
const ANNOTATION = /\{\w+\}|\[\w+\]/gu;
const FEWEST_WORDS = 3;
const FEWEST_LETTERS = 0.5;
const FEWEST_SYMBOLS = 3;
const MOST_SYMBOLS = 0.08;
const FEWEST_HEXADECIMAL = 7;
const SYMBOLS = new Set([...'{}[];=<>|&$\\^~#'].map((sign) => sign.charCodeAt(0)));

/** Addresses, hashes, diffs, code and rows of figures: text that machines write or read. */
export function isMachineText(text: string): boolean {
  if (DIFF.test(text) || CODE.test(text) || isShell(text)) return true;
  const plain = withoutSigns(text);
  const { letters, visible, symbols, words, hexadecimal } = countSigns(plain);
  if (hexadecimal >= FEWEST_HEXADECIMAL && hasHashAtAnEnd(text)) return true;
  if (plain !== text && words < FEWEST_WORDS) return true;
  if (letters < visible * FEWEST_LETTERS) return true;
  return symbols >= FEWEST_SYMBOLS && symbols > visible * MOST_SYMBOLS;
}

function isShell(text: string): boolean {
  if (!/[-&|>#$=]/u.test(text)) return false;
  const words = text.split(/\s+/u);
  const signs = words.filter((word) => SHELL_SIGN.test(word)).length;
  return signs >= FEWEST_SHELL_SIGNS && signs * MOST_WORDS_A_SIGN >= words.length;
}

function hasHashAtAnEnd(text: string): boolean {
  return (OPENS_WITH_HASH.test(text) || ENDS_WITH_HASH.test(text)) && HASH.test(text);
}

function withoutSigns(text: string): string {
  let plain = text.replace(CHAT_PREFIX, '');
  if (/@|:\/\/|www\.|mailto:/iu.test(plain)) plain = plain.replace(ADDRESS, ' ');
  if (/[$\\]/u.test(plain)) plain = plain.replace(FORMULA, ' ');
  return /[{[]/u.test(plain) ? plain.replace(ANNOTATION, ' ') : plain;
}

type Signs = { letters: number; visible: number; symbols: number; words: number; hexadecimal: number };

/** Counts the kinds of characters in one pass; `hexadecimal` is the longest run of such digits. */
function countSigns(text: string): Signs {
  const signs: Signs = { letters: 0, visible: 0, symbols: 0, words: 0, hexadecimal: 0 };
  let inWord = false;
  let run = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    const letter = isLetter(code);
    const word = letter || isDigit(code);
    if (code > 0x20) signs.visible++;
    if (letter) signs.letters++;
    if (word && !inWord) signs.words++;
    if (!word && SYMBOLS.has(code)) signs.symbols++;
    run = isDigit(code) || (code >= 0x61 && code <= 0x66) ? run + 1 : 0;
    if (run > signs.hexadecimal) signs.hexadecimal = run;
    inWord = word;
  }
  return signs;
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}

/** A letter of any script; beyond Latin whatever is no general or East Asian punctuation. */
function isLetter(code: number): boolean {
  const lower = code | 0x20;
  if (code < 0x80) return lower >= 0x61 && lower <= 0x7a;
  const punctuation =
    code < 0xc0 ||
    (code >= 0x2000 && code <= 0x2bff) ||
    (code >= 0x3000 && code <= 0x303f) ||
    (code >= 0xff01 && code <= 0xff20);
  return !punctuation;
}
