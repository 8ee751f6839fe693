import { guessLanguage, voteByStopwords } from '#text/language/guess-language.ts';
import { primarySubtag } from '#text/language/stopwords.ts';
import { splitSentences } from '#text/sentences/sentences.ts';
import { isUnspaced } from '#text/sentences/words.ts';
import { compareLanguage } from './content.ts';
import { isErrorLike } from './error-like.ts';
import { type AnswerFault, isNonsense, isNoText, visibleText, weigh } from './judge-answer.ts';
import { copiesCovered, echoesInstructions, isRepetitive } from './repetition.ts';
import { createSupport, flatten, type Support, type SupportIndex, shareOf } from './support.ts';
import { asksBack, findWordingFault, isMostlyTold } from './wording.ts';

export interface SummaryAnswer {
  candidate: string;
  /** The text that was summarized. */
  covered: string;
  /** The prompt around the text. */
  instructions: string;
  targetLanguage: string | null;
  /** Whether a summary may use the words of an assistant, because it is about one. */
  isTalk: boolean;
}

/** What a model says before it begins. */
const noContent =
  /^(?:ok(?:ay)?|done|sure|certainly|of course|summary|zusammenfassung|résumé|resumen|摘要|总结|要約)[.!:：。！]?$/iu;
/** A summary up to this weight is never too long, whatever it is about. */
const longestFloor = { text: 1500, talk: 6000 };
/** A translation is at most this much longer than its source, and a summary is shorter than a translation. */
const mostOfSource = 1.3;

/**
 * Finds what shows that an answer is no summary of its source. A right summary may have any length, language and
 * wording, and may quote refusals, errors and questions of its source. Only what is certain counts.
 */
export function findSummaryFault({
  candidate,
  covered,
  instructions,
  targetLanguage,
  isTalk,
}: SummaryAnswer): AnswerFault | null {
  const text = visibleText(candidate).trim();
  if (isNoText(text) || noContent.test(text)) return 'empty';
  if (weigh(text) > Math.max(isTalk ? longestFloor.talk : longestFloor.text, weigh(covered) * mostOfSource))
    return 'too-long';
  const support = createSupport(covered);
  if (isCopy(text, support.said)) return 'echo';
  const { quotes } = support;
  if (splitSentences(text).every((sentence) => quotes(sentence.text))) return null;
  const fault =
    findSpeechFault(text, { support, isTalk }) ??
    (echoesInstructions(text, { instructions, covered, said: support.said }) ? 'echo' : null) ??
    (isUnfilled(text, covered) ? 'unfilled' : null) ??
    (isNonsense(candidate, covered) || isGibberish(text, support.said) ? 'nonsense' : null) ??
    (isBrokenOff(text, support.said) ? 'broken-off' : null) ??
    (isRepetitive(text) ? 'repetition' : null);
  return fault ?? findForeign(text, { covered, support, targetLanguage });
}

/** Finds what a program or an assistant says. The words of the source itself do not count. */
function findSpeechFault(
  text: string,
  { support, isTalk }: { support: SupportIndex; isTalk: boolean },
): AnswerFault | null {
  const isTold = isTalk ? isMostlyTold : (sentence: string) => support.quotes(sentence);
  const find = (words: string): AnswerFault | null => {
    if (isErrorLike(words)) return 'error-like';
    return findWordingFault(words, support, isTold) ?? (asksBack(words) ? 'asks-for-input' : null);
  };
  const fault = find(text);
  return fault === null ? null : find(withoutQuotes(text, support.said));
}

/** So many words, or characters of a script without spaces, are a quotation of the source. */
const quotedWords = 3;
const quotedCharacters = 5;
const piece = /[\p{L}\p{M}\p{N}]+(?:['’][\p{L}\p{M}]+)*/gu;

/** Removes what the text quotes word for word, with or without quotation marks. */
function withoutQuotes(text: string, said: string): string {
  const unspaced = isUnspaced(text);
  const size = unspaced ? quotedCharacters : quotedWords;
  const units = [...text.slice(0, 8000).matchAll(unspaced ? /[\p{L}\p{M}\p{N}]/gu : piece)];
  let kept = '';
  let from = 0;
  for (let at = 0; at + size <= units.length; at += 1) {
    const [first, last] = [units[at], units[at + size - 1]];
    if (first === undefined || last === undefined) break;
    const end = last.index + last[0].length;
    const run = flatten(text.slice(first.index, end));
    if (!said.includes(unspaced ? run.trim() : run)) continue;
    if (first.index > from) kept += text.slice(from, first.index);
    from = Math.max(from, end);
  }
  return (kept + text.slice(from)).trim();
}

/** A shorter beginning of a text may be all that matters in it. */
const shortestCopy = 600;
const mostCopied = 0.4;

/** Whether a text is its source, or one long piece of it. */
function isCopy(text: string, said: string): boolean {
  const flat = flatten(text);
  if (weigh(flat) < shortestCopy) return false;
  return (
    (flat.length > said.length * mostCopied && said.includes(flat)) || copiesCovered(text, said, shortestCopy)
  );
}

const placeholder =
  /\{\{[^{}\n]{1,60}\}\}|\[(?=[^[\]\n]{0,60}\p{L}{3})[^[\]\n]{2,80}\](?!\()|<(?:insert|your|add|enter)\b[^<>\n]{0,60}>/giu;
const mostPlaceholders = 0.15;

/** Whether a text is a form whose blanks are not filled in. */
function isUnfilled(text: string, covered: string): boolean {
  const blanks = (text.match(placeholder) ?? []).filter((blank) => !covered.includes(blank));
  const length = blanks.reduce((sum, blank) => sum + blank.length, 0);
  return blanks.length >= 2 && length > text.length * mostPlaceholders;
}

/** Neighbours on the rows of a keyboard that rarely meet in a word. */
const keys = /asd|sdf|dfg|fgh|ghj|hjk|jkl|qwe|zxc|xcv|cvb|vbn/iu;
const word = /(?<![\p{L}\p{N}])[a-z]{3,40}(?![\p{L}\p{N}])/giu;

/** Whether most words of a text are keys pressed at random, or a printer's blind text. */
function isGibberish(text: string, said: string): boolean {
  if (/lorem ipsum dolor/iu.test(text) && !said.includes(' lorem ipsum ')) return true;
  const words = (text.slice(0, 2000).match(word) ?? []).filter(
    (each) => each !== each.toUpperCase() && !said.includes(flatten(each)),
  );
  const odd = words.filter((each) => keys.test(each) || !/[aeiouy]/iu.test(each));
  const all = text.slice(0, 2000).match(piece)?.length ?? 0;
  return odd.length > 0 && odd.length * 2 > all;
}

const fewestFinished = 5;

/** Whether a text ends in the middle: it announces what does not come, or is cut within a word of its source. */
function isBrokenOff(text: string, said: string): boolean {
  if (text.length < 120 && /[:：]$/u.test(text)) return true;
  if (/[.!?。！？…"”»)\]]$/u.test(text) || isUnspaced(text)) return false;
  const flat = flatten(text);
  if (flat.trim().split(' ').length > fewestFinished || said.includes(flat)) return false;
  return said.includes(flat.trimEnd());
}

interface Source {
  covered: string;
  support: SupportIndex;
  targetLanguage: string | null;
}

/** Whether a text is about something else than its source. */
function findForeign(text: string, { covered, support, targetLanguage }: Source): AnswerFault | null {
  const found = support.measure(text);
  const language = compareLanguage(text, covered);
  if (language.kind !== 'other') {
    return isForeign(found, { isUnspaced: isUnspaced(text), size: support.size }) ? 'unsupported' : null;
  }
  // Nothing in a text that nobody asked to be in this language comes from the source.
  const isAsked = targetLanguage === null || primarySubtag(targetLanguage) === language.language;
  if (!isAsked && found.details.known === 0 && found.words.known <= 1) return 'wrong-language';
  return isForeignAcross(text, found) ? 'unsupported' : null;
}

/*
 * The limits were measured on 1,800 right summaries of news, papers, meetings, mail and dialogues in English, Chinese
 * and Japanese, of which they refuse none. Of summaries of another text, they refuse about 80 % in news, and fewer
 * where one sentence is all.
 */
const fewest = { spaced: { named: 9, plain: 14 }, unspaced: { named: 14, plain: 18 } };
const [shortSource, longSource] = [300, 2000];

function isForeign(
  { words, details }: Support,
  { isUnspaced, size }: { isUnspaced: boolean; size: number },
): boolean {
  const unknown = words.total - words.known;
  const share = shareOf(words);
  const known = details.total === 0 ? 0 : shareOf(details);
  const isNamed = details.total >= 2 && details.known === 0;
  const limits = isUnspaced ? fewest.unspaced : fewest.spaced;
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
