/** `<1>`, `</1>` or `<1/>`; models add spaces. */
export const markerPattern = /<\s?(\/?)\s?(\d{1,4})\s?(\/?)\s?>/g;

/** Text of an article that looks like a marker, or like one that was defused. */
const looksLikeMarker = /<(?=\s?\/?\s?\d{1,4}\s?\/?\s?>)|&(?=(?:amp;)*lt;)/g;
const defused = /&lt;(?=\s?\/?\s?\d{1,4}\s?\/?\s?>)|&amp;(?=(?:amp;)*lt;)/g;

export function defuse(text: string): string {
  return text.replace(looksLikeMarker, (found) => (found === '<' ? '&lt;' : '&amp;'));
}

export function undoDefuse(text: string): string {
  return text.replace(defused, (found) => (found === '&lt;' ? '<' : '&'));
}

/** The markup of a line without elements: a title. */
export function markupOfText(text: string): string {
  return defuse(text.replace(/\s+/g, ' ').trim());
}

/** What a person reads of a marked-up text. */
export function plainOf(markup: string): string {
  return undoDefuse(markup.replace(markerPattern, '')).replace(/\s+/g, ' ').trim();
}
