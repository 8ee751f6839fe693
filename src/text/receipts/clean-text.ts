/**
 * Gives a text one kind of line end, and removes characters that steer a terminal or change the direction of text.
 */
export function cleanText(text: string): string {
  return text
    .toWellFormed()
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\n\t]/gu, ' ')
    .replace(/[\u202a-\u202e\u2066-\u2069]/g, '');
}

/** Scripts whose lines may be wrapped between any two characters. */
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\u3000-\u303f\uff00-\uff60]/u;

export interface FlatText {
  flat: string;
  /** The place in the text of each character of `flat`. */
  places: Uint32Array;
}

/**
 * Makes a text independent of its line breaks. A run of blanks becomes one space, or nothing beside a script without
 * spaces.
 */
export function flatten(text: string): FlatText {
  const places = new Uint32Array(text.length);
  const pieces: string[] = [];
  let length = 0;
  let before = '';
  let end = 0;
  for (const { 0: word, index } of text.matchAll(/\S+/g)) {
    const isGap = before !== '' && !unspaced.test(before) && !unspaced.test(firstOf(word));
    if (isGap) {
      pieces.push(' ');
      places[length++] = end;
    }
    pieces.push(word);
    for (let at = 0; at < word.length; at++) places[length++] = index + at;
    before = lastOf(word);
    end = index + word.length;
  }
  return { flat: pieces.join(''), places: places.subarray(0, length) };
}

/** The sentence without the marks of lists and headings before it. */
export function withoutMark(sentence: string): string {
  return sentence.replace(/^\s{0,9}(?:(?:[-*+•]|#{1,6}|\d{1,3}[.)])\s{1,9})+(?=\S)/, '');
}

/** Makes texts comparable whatever their line breaks and the encoding of their accents. */
export function fold(text: string): string {
  return flatten(text.normalize('NFC')).flat;
}

function firstOf(word: string): string {
  return String.fromCodePoint(word.codePointAt(0) ?? 0);
}

function lastOf(word: string): string {
  const low = word.slice(-1);
  return /[\udc00-\udfff]/.test(low) ? word.slice(-2) : low;
}
