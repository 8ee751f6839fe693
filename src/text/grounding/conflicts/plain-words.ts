/** A text reduced to its letters and digits in lower case, with a blank between words; quotations are looked up in it. */
export type PlainWords = { text: string; offsets: Int32Array };

const SIGN = /[\p{L}\p{M}\p{N}]/u;
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;

export function plainWords(text: string): PlainWords {
  const signs: string[] = [' '];
  const offsets: number[] = [0];
  let spaced = true;
  for (let at = 0; at < text.length; at++) {
    const character = text.charAt(at);
    if (isSign(character)) {
      signs.push(character.toLowerCase().charAt(0));
      offsets.push(at);
      spaced = false;
      continue;
    }
    // "don't" and "don’t" are one word; nothing separates signs of unspaced scripts.
    const apostrophe = character === "'" || character === '’';
    if (spaced || apostrophe || isUnspacedSign(signs.at(-1) ?? '')) continue;
    signs.push(' ');
    offsets.push(at);
    spaced = true;
  }
  if (!spaced) {
    signs.push(' ');
    offsets.push(text.length);
  }
  return { text: signs.join(''), offsets: Int32Array.from(offsets) };
}

function isSign(character: string): boolean {
  const code = character.charCodeAt(0);
  if (code < 0x80) return (code >= 0x30 && code <= 0x39) || ((code | 0x20) >= 0x61 && (code | 0x20) <= 0x7a);
  return SIGN.test(character);
}

function isUnspacedSign(character: string): boolean {
  return character.charCodeAt(0) >= 0x3000 && UNSPACED.test(character);
}
