/** Marks of a list item, a heading or a quotation before the words of a line. */
const lineMark = /^\s*(?:[-*•+]|\d{1,3}[.)]|#{1,6}|>)\s+/u;

/** A correction may be longer than the sentence, but it stays one. */
const mostGrowth = 2;
const growthCharacters = 80;

/** A new sentence in the form of the old one: its line marks and blanks around it. Null: it cannot take its place. */
export function shapeSentence(old: string, given: string): string | null {
  const blankBefore = old.slice(0, old.length - old.trimStart().length);
  const blankAfter = old.slice(old.trimEnd().length);
  const mark = lineMark.exec(old)?.[0] ?? blankBefore;
  const words = given
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .replace(lineMark, '')
    .trim();
  const bare = old.replace(lineMark, '').trim();
  if (words === '' || words === bare) return null;
  if (words.length > bare.length * mostGrowth + growthCharacters) return null;
  return `${mark}${words}${blankAfter}`;
}
