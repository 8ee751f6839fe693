import { bodyOf } from '#memory/render-transcript.ts';
import type { MemoryMessage } from '#memory/thread-state.ts';
import { isUnspaced } from '#text/sentences/words.ts';
import { compareLanguage, type LanguageMatch, namesLanguage } from './fold-language.ts';
import { countsInLoop } from './repetition.ts';
import { createSupport, type Support, type SupportIndex, shareOf } from './support.ts';

/*
 * Measured on dialogues, meetings, news and mail with the summaries that people wrote of them: of the words of a right
 * summary at least 0.40 occur in the source (0.29 of the character pairs in Chinese and Japanese). Of the summary of
 * another source 0.22 occur by chance where the source is short, 0.55 where it is a whole meeting.
 */
const leastWords = { short: 0.32, long: 0.5 };
const shortSource = 300;
const longSource = 2000;
const leastPairs = 0.22;
/** A few new words prove nothing, however short a turn is. */
const fewestUnknown = 8;
/** Where wording leaves a doubt, names and numbers decide. */
const doubt = 0.2;
const fewestDetails = 3;
const leastDetails = 0.2;
/** With most names and numbers right, a dense paraphrase may use its own words. */
const manyDetails = 0.5;
/** In another language only these can be compared, and names are often transliterated. */
const fewestDetailsAcross = 4;

/** Small talk and the results of tools may leave a summary as it is; so much that people wrote does not. */
const smallTalkCharacters = 4000;
/** A summary that carries less than this of a previous one of some length has dropped it. */
const shortPrevious = 400;
const leastCarried = { words: 0.1, pairs: 0.06 };

export interface Content {
  previousSummary: string | null;
  messages: readonly MemoryMessage[];
  instructions?: string | undefined;
  targetLanguage?: string | null | undefined;
  covered: string;
  support: SupportIndex;
}

type ContentFault = 'wrong-language' | 'repetition' | 'unsupported' | 'unchanged' | 'drops-previous';

/** Compares what a readable text says with what it covers. */
export function findContentFault(text: string, content: Content): ContentFault | null {
  const language = compareLanguage(text, content.covered);
  if (language.kind === 'other' && !isAskedFor(language.language, content)) return 'wrong-language';
  const found = content.support.measure(text);
  if (countsInLoop(text) && shareOf(found.details) < 0.5) return 'repetition';
  if (language.kind === 'other') return isSupportedAcross(found) ? null : 'unsupported';
  if (!isSupported(found, leastShare(text, { language, size: content.support.size }))) return 'unsupported';
  return findLoss(text, content);
}

function isAskedFor(language: string | null, { instructions, targetLanguage }: Content): boolean {
  if (language === null) return false;
  const target = targetLanguage?.split('-')[0]?.toLowerCase();
  return target === language || namesLanguage(instructions ?? '', language);
}

/** How much has to be known: more of a long source, less where only part of it is in the language of the summary. */
function leastShare(text: string, { language, size }: { language: LanguageMatch; size: number }): number {
  const native = language.kind === 'same' ? Math.min(1, Math.max(0.3, language.nativeShare / 0.8)) : 1;
  if (isUnspaced(text)) return leastPairs * native;
  const growth = Math.log(size / shortSource) / Math.log(longSource / shortSource);
  const { short, long } = leastWords;
  return (short + (long - short) * Math.min(1, Math.max(0, growth))) * native;
}

function isSupported({ words, details }: Support, least: number): boolean {
  const share = shareOf(words);
  if (words.known === 0) return details.known >= fewestDetails;
  if (words.total - words.known < fewestUnknown) return true;
  const hasDetails = details.total >= fewestDetails;
  if (details.known >= fewestDetails && shareOf(details) >= manyDetails) return share >= least / 2;
  if (share < least) return false;
  return share >= least + doubt || !hasDetails || shareOf(details) >= leastDetails;
}

function isSupportedAcross({ details }: Support): boolean {
  return details.total < fewestDetailsAcross || shareOf(details) >= leastDetails;
}

/** Whether the messages or the previous summary left no trace. */
function findLoss(text: string, { previousSummary, messages }: Content): ContentFault | null {
  if (previousSummary === null) return null;
  const written = messages.filter(({ role }) => role !== 'tool');
  const said = written.reduce((sum, message) => sum + bodyOf(message).length, 0);
  if (flatten(text) === flatten(previousSummary)) return said > smallTalkCharacters ? 'unchanged' : null;
  if (previousSummary.length < shortPrevious) return null;
  const { words, details } = createSupport(text).measure(previousSummary);
  const least = isUnspaced(previousSummary) ? leastCarried.pairs : leastCarried.words;
  const carries =
    shareOf(words) >= least || (details.total >= fewestDetails && shareOf(details) >= leastDetails);
  return carries ? null : 'drops-previous';
}

function flatten(text: string): string {
  return text.replace(/\s+/gu, ' ').trim();
}
