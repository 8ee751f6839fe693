/** A text reduced to its letters and digits in lower case, with a blank between words; quotations are looked up in it. */
export type PlainWords = { text: string; offsets: Int32Array };

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
    // "don't" and "don’t" are one word; nothing separates signs of unspaced scripts.
    if (last === BLANK || APOSTROPHES.has(text.charCodeAt(at)) || isUnspacedSign(last)) continue;
    push(BLANK, at);
  }
  if (signs[length - 1] !== BLANK) push(BLANK, text.length);
  return {
    text: new TextDecoder('utf-16le').decode(signs.subarray(0, length)),
    offsets: offsets.slice(0, length),
  };
}

/** Where whole words stand in plain text; signs of unspaced scripts are words of their own. */
export function findWords(wanted: string, plain: string, from = 0): number {
  const unspaced = UNSPACED.test(wanted);
  const at = plain.indexOf(unspaced ? wanted : ` ${wanted} `, from > 0 ? from - 1 : 0);
  return at < 0 || unspaced ? at : at + 1;
}

const BLANK = 0x20;
const APOSTROPHES: ReadonlySet<number> = new Set([0x27, 0x2019]);

/** A letter in lower case, a mark or a digit; 0 for anything else. */
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
