/** Tokens of a Chinese, Japanese or Korean character against those of a Latin letter. */
const eastAsianLetters = 4;

/** The length of a text by what it costs a model, in Latin letters. */
export function lettersOf(text: string): number {
  return text.length + countEastAsian(text) * (eastAsianLetters - 1);
}

/** Whether a text is Chinese, Japanese or Korean, with names and numbers in other letters at most. */
export function isEastAsian(text: string): boolean {
  return countEastAsian(text) * 3 > text.length;
}

function countEastAsian(text: string): number {
  let count = 0;
  for (let at = 0; at < text.length; at += 1) if (isEastAsianCode(text.charCodeAt(at))) count += 1;
  return count;
}

function isEastAsianCode(code: number): boolean {
  return (
    (code >= 0x3040 && code <= 0x30ff) ||
    (code >= 0x3400 && code <= 0x9fff) ||
    (code >= 0xac00 && code <= 0xd7af) ||
    (code >= 0xf900 && code <= 0xfaff)
  );
}
