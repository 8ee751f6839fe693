import { isUnspaced } from '#text/sentences/words.ts';
import { createQuoteFinder, type Place } from './locate-quote.ts';
import { tagKey, tidyTagName } from './tag-name.ts';

export interface FoundTag extends Place {
  name: string;
  key: string;
  /** The text between `start` and `end`. */
  quote: string;
}

interface GivenTag {
  name: string;
  quote: string;
}

/** Only this many tags of an answer are read. */
const mostRead = 60;

/**
 * Reads the tags of an answer that are names and have a passage in the text, each once, at most `limit`. Whatever a
 * model writes, the result only contains words of the text and short names.
 */
export function readTags(text: string, given: readonly GivenTag[], limit: number): FoundTag[] {
  const finder = createQuoteFinder(text);
  const found = new Map<string, FoundTag>();
  for (const { name: written, quote } of given.slice(0, mostRead)) {
    if (found.size >= limit) break;
    const name = cleanTagName(written);
    if (name === null) continue;
    const key = tagKey(name);
    if (key === '' || found.has(key)) continue;
    const place = finder.find(quote, name) ?? finder.findName(name);
    if (place === null) continue;
    found.set(key, { name, key, ...place, quote: text.slice(place.start, place.end) });
  }
  return [...found.values()];
}

/**
 * Merges the tags of a text that was read in parts. Tags of most parts come first, then the order of the parts
 * decides.
 */
export function mergeTags(parts: readonly (readonly GivenTag[])[]): GivenTag[] {
  const merged = new Map<string, { tag: GivenTag; parts: number }>();
  for (const part of parts) {
    for (const key of new Set(part.map(({ name }) => tagKey(name)))) {
      const tag = part.find(({ name }) => tagKey(name) === key);
      const known = merged.get(key);
      if (known !== undefined) known.parts += 1;
      else if (tag !== undefined) merged.set(key, { tag, parts: 1 });
    }
  }
  return [...merged.values()].sort((a, b) => b.parts - a.parts).map(({ tag }) => tag);
}

/** No name of a subject is longer than this; longer text is a sentence. */
const mostCharacters = 60;
const mostWords = 5;
const mostUnspaced = 20;

const letter = /\p{L}/u;
/** Markup, addresses, placeholders and ends of sentences are not part of a name. */
const foreign = /[<>{}[\]|\\^~=`@。！？]|https?:|www\.|[.!?;:]\s|\n/u;

/** Cleans a name that a model wrote; null if it is a sentence, a number or markup. */
export function cleanTagName(written: string): string | null {
  if (foreign.test(written.trim())) return null;
  const name = tidyTagName(written);
  if (name === '' || !letter.test(name) || Array.from(name).length > mostCharacters) return null;
  if (isUnspaced(name)) return Array.from(name).length > mostUnspaced ? null : name;
  return name.split(' ').length > mostWords ? null : name;
}
