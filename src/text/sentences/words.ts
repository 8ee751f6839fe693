import { stemWord } from '#text/language/stem.ts';
import { primarySubtag, stopwordsOf } from '#text/language/stopwords.ts';

/** A term of a text: a word, a number, or a pair of characters in a script without spaces. */
export type Word = {
  /** The form that is compared: in lower case, without accents, stemmed. */
  term: string;
  /** The lower-case form as written, without a possessive ending. */
  lower: string;
  start: number;
  end: number;
  /** Whether this is a function word, or a single character that means little alone. */
  light: boolean;
};

const WORD = /\p{N}+(?:[.,]\p{N}+)*|[\p{L}\p{M}\p{N}]+(?:['’][\p{L}\p{M}]+)*/gu;
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}ー々]/u;
const UNSPACED_RUN =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}ー々]+|[^\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}ー々]+/gu;
const ACCENTS = /\p{M}/gu;
const ASCII = /^[\x20-\x7e]*$/;
const PLAIN_KANA = /^[\u3041-\u309fー]+$/u;
const LIGHT_HAN =
  /[的了是在和就都也这這那个個我你他她它们們们有不很把被给給对對着著过過啊呢吧吗嗎嘛哦呃嗯么麼之其与與及而]/u;

// Pairs that mean little in any Chinese text, above all in spoken text.
const LIGHT_PAIRS: ReadonlySet<string> = new Set(
  (
    '可以 一个 一些 一下 一种 一样 什么 现在 如果 因为 所以 但是 大家 自己 非常 可能 应该 觉得 知道 时候 东西 事情 方面 其实 实际 今天 里面 ' +
    '出来 起来 然后 比较 已经 还是 或者 时间 的话 需要 怎么 为什 很多 任何 谢谢 感谢 认为 可是 只是 只有 真的 特别 当然 基本 来说 第一 第二 ' +
    '第三 刚才 刚刚 开始 最后 之后 之前 以后 以前 当时 这里 那里 哪里 看到 说到 讲到 想说 还要 还会 也会 还能 一直 一定 更加 可能 我想 如何'
  ).split(' '),
);

/** The forms of words already seen. Sharing them between calls for the same language makes splitting faster. */
export type WordForms = Map<string, { term: string; lower: string; light: boolean }>;

/** Splits text into terms with offsets into the text. */
export function splitWords(text: string, language = 'en', offset = 0, forms: WordForms = new Map()): Word[] {
  const code = primarySubtag(language);
  const stopwords = stopwordsOf(code);
  const words: Word[] = [];
  const word = new RegExp(WORD);
  let at = 0;
  while (at < text.length) {
    const plainEnd = endOfPlainWord(text, at);
    if (plainEnd === at) {
      at++;
      continue;
    }
    let from = at;
    let to = plainEnd;
    if (plainEnd < 0) {
      word.lastIndex = at;
      const match = word.exec(text);
      if (match === null) break;
      from = match.index;
      to = from + match[0].length;
    }
    const rest = startOfRest(text, to);
    const restEnd = rest === undefined ? to : endOfRest(text, rest);
    const surface = text.slice(from, to) + text.slice(rest ?? restEnd, restEnd);
    to = restEnd;
    const piece = { surface, start: offset + from, end: offset + to, code, stopwords, forms };
    if (plainEnd < 0 && UNSPACED.test(surface)) pushUnspaced(words, piece);
    else pushWord(words, piece);
    at = to;
  }
  return words;
}

/**
 * The end of a word of plain letters or of a number that starts here. It is the same place if none starts here, and
 * -1 if other letters need the pattern. Most text takes this path, which is much faster.
 */
function endOfPlainWord(text: string, at: number): number {
  const first = text.charCodeAt(at);
  if (first >= 0x80) return -1;
  if (isDigit(first)) return endOfPlainNumber(text, at);
  if (!isAsciiLetter(first)) return at;
  let end = at + 1;
  for (;;) {
    const code = text.charCodeAt(end);
    if (code >= 0x80) return -1;
    if (isAsciiLetter(code) || isDigit(code)) end++;
    else if (code === 0x27 && text.charCodeAt(end + 1) >= 0x80) return -1;
    else if (code === 0x27 && isAsciiLetter(text.charCodeAt(end + 1))) end += 2;
    else return end;
  }
}

function endOfPlainNumber(text: string, at: number): number {
  let end = at + 1;
  for (;;) {
    const code = text.charCodeAt(end);
    if (code >= 0x80) return -1;
    if (isDigit(code)) end++;
    else if ((code === 0x2e || code === 0x2c) && isDigit(text.charCodeAt(end + 1))) end += 2;
    else return end;
  }
}

// These parts keep their hyphen wherever the line ends: "well-known", "Ein- und Ausgang".
const KEEPS_HYPHEN =
  /(?:^|[^\p{L}])(?:well|self|non|long|short|high|low|deep|full|half|cross|two|three|four|five|six)-$/iu;
const AFTER_HYPHEN = /^(?:and|or|to|und|oder|bzw|bis|et|ou|y|o|e|en|of)(?!\p{L})/u;

/** How a word goes on that a line end between two places cuts after a hyphen, as in the text of a PDF. */
export function readHyphen(text: string, before: number, after: number): 'joined' | 'compound' | undefined {
  const hyphen = text.charCodeAt(before - 1);
  if (hyphen !== 0x2d && hyphen !== 0xad && hyphen !== 0x2010) return undefined;
  const [head, tail] = [text.slice(Math.max(0, before - 12), before), text.slice(after, after + 5)];
  if (!/\p{Ll}.$/u.test(head) || !/^\p{Ll}/u.test(tail) || AFTER_HYPHEN.test(tail)) return undefined;
  return KEEPS_HYPHEN.test(head) ? 'compound' : 'joined';
}

const MOST_INDENT = 12;

/** Where a word goes on that a hyphen at the end of its line cut. */
function startOfRest(text: string, end: number): number | undefined {
  const lineEnd = text.charCodeAt(end + 1);
  if (lineEnd !== 0x0a && lineEnd !== 0x0d) return undefined;
  let at = end + 2;
  while (at < end + MOST_INDENT && text.charCodeAt(at) <= 0x20) at++;
  return readHyphen(text, end + 1, at) === 'joined' ? at : undefined;
}

function endOfRest(text: string, start: number): number {
  const plainEnd = endOfPlainWord(text, start);
  if (plainEnd > start) return plainEnd;
  const word = new RegExp(WORD);
  word.lastIndex = start;
  return start + (word.exec(text)?.[0].length ?? 0);
}

type Piece = {
  surface: string;
  start: number;
  end: number;
  code: string;
  stopwords: ReadonlySet<string>;
  forms: WordForms;
};

function pushWord(words: Word[], { surface, start, end, code, stopwords, forms }: Piece): void {
  let form = forms.get(surface);
  if (form === undefined) {
    const lower = stripPossessive(surface.toLowerCase());
    const light = isStopword(lower, stopwords) || (surface.length === 1 && !/\p{N}/u.test(surface));
    form = { term: stemWord(foldAccents(lower), code), lower, light };
    forms.set(surface, form);
  }
  words.push({ term: form.term, lower: form.lower, start, end, light: form.light });
}

/** Whether a word is a function word, also with a contraction: they'll, who'd. */
function isStopword(lower: string, stopwords: ReadonlySet<string>): boolean {
  if (stopwords.has(lower)) return true;
  const apostrophe = lower.indexOf("'");
  return apostrophe > 0 && lower.length - apostrophe <= 3 && stopwords.has(lower.slice(0, apostrophe));
}

function pushUnspaced(words: Word[], piece: Piece): void {
  for (const run of piece.surface.matchAll(UNSPACED_RUN)) {
    const start = piece.start + run.index;
    if (!UNSPACED.test(run[0])) {
      pushWord(words, { ...piece, surface: run[0], start, end: start + run[0].length });
      continue;
    }
    pushPairs(words, run[0], start, piece.forms);
  }
}

/**
 * Splits unspaced text into overlapping pairs of characters, which need no dictionary and match across inflection.
 */
function pushPairs(words: Word[], run: string, start: number, forms: WordForms): void {
  let previous = '';
  let previousAt = start;
  let at = start;
  for (const character of run) {
    if (previous !== '') {
      const { term, lower, light } = formOfPair(previous + character, forms);
      words.push({ term, lower, start: previousAt, end: at + character.length, light });
    }
    previous = character;
    previousAt = at;
    at += character.length;
  }
  if (run.length === previous.length) {
    words.push({ term: run, lower: run, start, end: at, light: isLightPair(run) });
  }
}

function formOfPair(pair: string, forms: WordForms) {
  let form = forms.get(pair);
  if (form === undefined) {
    const term = pair.normalize('NFKC');
    form = { term, lower: term, light: isLightPair(term) };
    forms.set(pair, form);
  }
  return form;
}

function isLightPair(pair: string): boolean {
  return LIGHT_PAIRS.has(pair) || LIGHT_HAN.test(pair) || PLAIN_KANA.test(pair);
}

export function foldAccents(word: string): string {
  if (ASCII.test(word)) return word;
  return word.normalize('NFKD').replace(ACCENTS, '');
}

function stripPossessive(word: string): string {
  if (word.endsWith("'s") || word.endsWith('’s')) return word.slice(0, -2);
  return word.includes('’') ? word.replaceAll('’', "'") : word;
}

/** Whether a text is written mainly in a script without spaces between words. */
export function isUnspaced(text: string): boolean {
  if (!ANY_UNSPACED.test(text)) return false;
  let unspaced = 0;
  let spaced = 0;
  const step = Math.max(1, Math.floor(text.length / 1000));
  for (let i = 0; i < text.length; i += step) {
    const code = text.charCodeAt(i);
    if (code < 0x41) continue;
    if (isUnspacedCode(code)) unspaced++;
    else if (code < 0x80 ? isAsciiLetter(code) : code < 0x2000 || code >= 0xac00) spaced++;
  }
  return unspaced * 2 > spaced && unspaced > 0;
}

/** Counts words as a reader does; in scripts without spaces, each character counts. */
export function countWords(text: string): number {
  let count = 0;
  let inside = false;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code >= 0x0e00 && isUnspacedCode(code)) {
      count++;
      inside = false;
    } else if (code < 0x80 ? isAsciiLetter(code) || (code >= 0x30 && code <= 0x39) : !isOtherBreak(code)) {
      if (!inside) count++;
      inside = true;
    } else if (code <= 0x20 || code >= 0x80) {
      inside = false;
    }
  }
  return count;
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}

function isAsciiLetter(code: number): boolean {
  const lower = code | 0x20;
  return lower >= 0x61 && lower <= 0x7a;
}

/** Matches the same characters as `isUnspacedCode`. */
const ANY_UNSPACED = /[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3041-\u30ff\u3400-\u9fff\uf900-\ufaff]/;

function isUnspacedCode(code: number): boolean {
  return (
    (code >= 0x3041 && code <= 0x30ff) ||
    (code >= 0x3400 && code <= 0x9fff) ||
    (code >= 0xf900 && code <= 0xfaff) ||
    (code >= 0x0e00 && code <= 0x0eff) ||
    (code >= 0x1780 && code <= 0x17ff) ||
    (code >= 0x1000 && code <= 0x109f)
  );
}

function isOtherBreak(code: number): boolean {
  return (
    code === 0xa0 ||
    (code >= 0x2000 && code <= 0x206f) ||
    (code >= 0x3000 && code <= 0x303f) ||
    (code >= 0xff00 && code <= 0xff0f) ||
    code === 0xff1a ||
    code === 0xff1b ||
    code === 0xff1f
  );
}
