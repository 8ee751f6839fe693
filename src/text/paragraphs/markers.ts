/** Matches `<1>`, `</1>` or `<1/>`, also with the spaces that models add. */
export const markerPattern = /<\s?(\/?)\s?(\d{1,4})\s?(\/?)\s?>/g;

/** Matches text of an article that looks like a marker or like a defused one. */
const looksLikeMarker = /<(?=\s?\/?\s?\d{1,4}\s?\/?\s?>)|&(?=(?:amp;)*lt;)/g;
const defused = /&lt;(?=\s?\/?\s?\d{1,4}\s?\/?\s?>)|&amp;(?=(?:amp;)*lt;)/g;

export function defuse(text: string): string {
  return text.replace(looksLikeMarker, (found) => (found === '<' ? '&lt;' : '&amp;'));
}

export function undoDefuse(text: string): string {
  return text.replace(defused, (found) => (found === '&lt;' ? '<' : '&'));
}

/** The markup of a line without elements, such as a title. */
export function markupOfText(text: string): string {
  return defuse(text.replace(/\s+/g, ' ').trim());
}

/** The words of a marked-up text as a person reads them. */
export function plainOf(markup: string): string {
  return undoDefuse(markup.replace(markerPattern, '')).replace(/\s+/g, ' ').trim();
}

/** Hashes a string to 53 bits in base 36, the same in every program (cyrb53, public domain). */
export function keyOfMarkup(markup: string): string {
  let high = 0xdeadbeef;
  let low = 0x41c6ce57;
  for (let at = 0; at < markup.length; at++) {
    const code = markup.charCodeAt(at);
    high = Math.imul(high ^ code, 2654435761);
    low = Math.imul(low ^ code, 1597334677);
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
  return (4294967296 * (2097151 & low) + (high >>> 0)).toString(36);
}
