import type { TagPassage } from '#schema/tags/tag-wire.ts';
import { quotePassage } from '#web/summary-panel/grounding/quote-passage.ts';

interface PassageContext {
  before: string;
  words: string;
  after: string;
}

/** A passage this long explains itself. */
const enoughCharacters = 60;
const aroundCharacters = 70;

/** A short passage with the words around it in its paragraph. */
export function passageContext(text: string, { quote, place }: TagPassage): PassageContext {
  const words = quotePassage(quote);
  if (place === null || text === '' || words.length >= enoughCharacters) {
    return { before: '', words, after: '' };
  }
  const paragraphStart = text.lastIndexOf('\n', place.start - 1) + 1;
  const paragraphEnd = text.indexOf('\n', place.end);
  const before = text.slice(paragraphStart, place.start);
  const after = text.slice(place.end, paragraphEnd === -1 ? undefined : paragraphEnd);
  return { before: cutStart(before), words, after: cutEnd(after) };
}

/** Cut at a blank; text without blanks is cut anywhere. */
function cutStart(text: string): string {
  if (text.length <= aroundCharacters) return text;
  // Half of a character beyond the basic plane is none.
  const kept = text.slice(-aroundCharacters).replace(/^[\uDC00-\uDFFF]/, '');
  return `…${kept.slice(kept.indexOf(' ') + 1)}`;
}

function cutEnd(text: string): string {
  if (text.length <= aroundCharacters) return text;
  const kept = text.slice(0, aroundCharacters).replace(/[\uD800-\uDBFF]$/, '');
  const blank = kept.lastIndexOf(' ');
  return `${blank === -1 ? kept : kept.slice(0, blank)}…`;
}
