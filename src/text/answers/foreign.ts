import { guessLanguage, voteByStopwords } from '#text/language/guess-language.ts';
import { primarySubtag } from '#text/language/stopwords.ts';
import { isUnspaced } from '#text/sentences/words.ts';
import { compareLanguage } from './content.ts';
import { type Support, type SupportIndex, shareOf } from './support.ts';

export interface About {
  /** The text that was summarized. */
  covered: string;
  support: SupportIndex;
  /** The prompt around the text. */
  instructions?: string | undefined;
  targetLanguage?: string | null | undefined;
}

type ForeignFault = 'wrong-language' | 'unsupported';

/**
 * Whether a text of any length is about something else than its source. A right summary may be short and may have
 * words of its own, so only what is certain counts.
 */
export function findForeign(text: string, about: About): ForeignFault | null {
  const { covered, support, targetLanguage = null } = about;
  const found = support.measure(text);
  const language = compareLanguage(text, covered);
  if (language.kind === 'other') {
    // Nothing in a text that nobody asked to be in this language comes from the source.
    const hasNothing = found.details.known === 0 && found.words.known <= 1;
    if (hasNothing && !isAsked(text, { ...about, language: language.language, found }))
      return 'wrong-language';
    return isForeignAcross(text, found) ? 'unsupported' : null;
  }
  const isTranslated =
    language.kind === 'unknown' &&
    targetLanguage !== null &&
    primarySubtag(targetLanguage) !== guessLanguage(covered);
  if (isTranslated) return isForeignAcross(text, found) ? 'unsupported' : null;
  const isKnown = language.kind === 'same' || guessLanguage(text) === guessLanguage(covered);
  const setting = { isUnspaced: isUnspaced(text), size: support.size, isKnown };
  return isForeign(found, setting) ? 'unsupported' : null;
}

/** Related languages share function words, so a short text has nearly as many of one as of the other. */
const sharedVotes = 0.6;

interface Spoken extends About {
  language: string | null;
  found: Support;
}

/**
 * Whether a text may be in a language that was asked for. Without a target language a prompt may ask for any, but in a
 * language that neither text nor prompt is in, a summary has a name or a number.
 */
function isAsked(
  text: string,
  { language, found, instructions = '', targetLanguage = null }: Spoken,
): boolean {
  if (language === null) return true;
  if (targetLanguage === null) {
    const isPlain = found.details.total === 0 && found.words.total >= fewestUnknown.spaced;
    return !isPlain || /[^\P{L}\p{Script=Latin}]/u.test(text) || guessLanguage(instructions) === language;
  }
  const target = primarySubtag(targetLanguage);
  if (target === language) return true;
  const votes = voteByStopwords(text);
  const own = votes.find((vote) => vote.language === target)?.hits ?? 0;
  return own > 0 && own >= (votes[0]?.hits ?? 0) * sharedVotes;
}

/*
 * The limits were measured on 2,600 right summaries of news, papers, meetings and dialogues in English and 375 in
 * Chinese and Japanese, of which they refuse 3. Of summaries of another text, they refuse about 80 % in news, and
 * fewer where one sentence is all.
 */
const fewest = { spaced: { named: 9, plain: 14 }, unspaced: { named: 14, plain: 18 } };
/** So many words without one that occurs in the source are no summary of it, however freely it is worded. */
const fewestUnknown = { spaced: 7, unspaced: 14, inNoLanguage: 8 };
const [shortSource, longSource] = [300, 2000];

interface Setting {
  isUnspaced: boolean;
  size: number;
  /** Whether the language of the text is known to be that of the source. */
  isKnown: boolean;
}

function isForeign({ words, details }: Support, { isUnspaced, size, isKnown }: Setting): boolean {
  const unknown = words.total - words.known;
  const share = shareOf(words);
  const known = details.total === 0 ? 0 : shareOf(details);
  const isNamed = details.total >= 2 && details.known === 0;
  const limits = isUnspaced ? fewest.unspaced : fewest.spaced;
  if (words.known === 0 && details.known === 0) {
    const { spaced, unspaced, inNoLanguage } = fewestUnknown;
    if (unknown >= (isUnspaced ? unspaced : isKnown ? spaced : inNoLanguage)) return true;
  }
  if (unknown < (isNamed ? limits.named : limits.plain)) return false;
  if (isUnspaced) {
    if (isNamed) return share < 0.2;
    const isTold = details.known >= 3 && known >= 0.5;
    return (share < 0.1 && !isTold) || (share < 0.15 && details.total >= 3 && known < 0.4);
  }
  const growth = Math.min(1, Math.max(0, Math.log(size / shortSource) / Math.log(longSource / shortSource)));
  if (isNamed) return share < 0.36 + growth * 0.2;
  if (details.known >= 3 && known >= 0.5) return share < 0.1;
  return share < (details.total >= 3 && known <= 0.4 ? 0.34 + growth * 0.2 : 0.2 + growth * 0.1);
}

/** German capitalizes all nouns, so they are no names. */
const capitalized = new Set(['de', 'lb']);
const fewestAcross = 6;

/** In another language, only names and numbers can be compared, and names are often transliterated. */
function isForeignAcross(text: string, { details }: Support): boolean {
  const language = guessLanguage(text) ?? voteByStopwords(text)[0]?.language;
  return !capitalized.has(language ?? '') && details.total >= fewestAcross && details.known === 0;
}
