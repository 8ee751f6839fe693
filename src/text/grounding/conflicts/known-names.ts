import type { Token } from '#text/grounding/alignment/token.ts';
import type { SourceIndex } from '#text/grounding/source-index.ts';
import { lowerText, termsOpeningLike } from '#text/grounding/source-text.ts';
import { stemWord } from '#text/language/stem.ts';
import { foldAccents } from '#text/sentences/words.ts';
import { isTitle } from './full-names.ts';
import words from './names.json' with { type: 'json' };

/** English words for countries, regions and their people, each with the number of its country. */
const COUNTRY_OF = new Map(
  words.countries.flatMap((names, number) =>
    names.split(' ').flatMap((name): [string, number][] => [
      [name, number],
      [`${name}s`, number],
    ]),
  ),
);

/** Short forms that any writer may use for what the source writes out. */
const COMMON_SHORT_FORMS =
  /^(?:ceo|cfo|coo|cto|cio|md|mp|mps|pm|vp|hr|pr|it|ai|ml|tv|uk|us|usa|eu|un|nato|gdp|gp|ngo|pc|id|faq|api|ui|ux|url|pdf|covid|2fa|mfa|fa|q[1-4]|h[12]|fy|am|ad|bc|dna|vat|ipo|atm|suv|dvd|cd|usb|wifi|phd|mba|jr|sr|st|inc|ltd|llc|plc|corp|co|gmbh|ag)$/;
/** Roman numerals of centuries: "XIXe siècle", "siglo XIX". */
const CENTURY = /^[ivx]{2,5}(?:e|ème)?$/;

export function countryOf({ lower }: Token): number | undefined {
  return COUNTRY_OF.get(lower);
}

export function isCountry({ lower }: Token): boolean {
  return COUNTRY_OF.has(lower);
}

export function isNamePart({ capital, light, quantity, critical }: Token): boolean {
  return capital && !light && quantity === null && critical === null;
}

/** Whether a token may be part of a name: not a title, a common short form or a number. */
export function mayName(token: Token): boolean {
  const { lower } = token;
  if (!isNamePart(token) || isTitle(lower)) return false;
  return !COMMON_SHORT_FORMS.test(lower) && !/\d/.test(lower) && !CENTURY.test(lower);
}

/** Whether the source has a name, a form of it, or the words that its letters stand for. */
export function isKnown(token: Token, source: SourceIndex): boolean {
  const folded = foldAccents(token.lower);
  if (isWritten(token, source) || source.acronyms.has(folded.replaceAll('.', ''))) return true;
  // Rules cannot tell whether a place of the source lies in this country, so the country counts as known.
  return isCountry(token) || isInitialsOf(folded, source);
}

/** Whether the source has a word or a form of it. */
export function isWritten(token: Token, source: SourceIndex): boolean {
  const folded = foldAccents(token.lower);
  if (source.positions.has(stemWord(folded, source.language)) || source.positions.has(token.key)) return true;
  if (folded.length > 6 && lowerText(source).includes(token.lower)) return true;
  return termsOpeningLike(source, folded).some((term) => isVariant(folded, term));
}

/** Whether a word is made of initials of adjacent words of the source, as "MD" of "managing director". */
function isInitialsOf(lower: string, { words }: SourceIndex): boolean {
  if (!/^[a-z]{2,5}$/.test(lower)) return false;
  return words.some((_, at) => {
    for (let k = 0; k < lower.length; k++)
      if (words[at + k]?.lower.charAt(0) !== lower.charAt(k)) return false;
    return true;
  });
}

/**
 * Whether one word may be the genitive or adjective of the other: all but two letters of the shorter one are shared.
 */
export function isVariant(left: string, right: string): boolean {
  if (Math.abs(left.length - right.length) > 4 || left.charCodeAt(0) !== right.charCodeAt(0)) return false;
  const shared = Math.max(5, Math.min(left.length, right.length) - 2);
  return left.length >= 5 && right.length >= 5 && left.slice(0, shared) === right.slice(0, shared);
}
