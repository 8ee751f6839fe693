import {
  countScripts,
  dominantScript,
  LANGUAGE_OF_SCRIPT,
  type Script,
  voteByStopwords,
} from '#text/language/guess-language.ts';
import { primarySubtag } from '#text/language/stopwords.ts';
import { isUnspaced } from '#text/sentences/words.ts';
import { countsInLoop } from './repetition.ts';
import { type Support, type SupportIndex, shareOf } from './support.ts';

/*
 * The limits were measured on dialogues, meetings, news and mail with summaries that people wrote.
 * In a right summary, at least 0.40 of the words occur in the source (0.29 of the character pairs
 * in Chinese and Japanese). In a summary of another source, 0.22 occur by chance if the source is
 * short, and 0.55 if it is a whole meeting.
 */
const leastWords = { short: 0.32, long: 0.5 };
const shortSource = 300;
const longSource = 2000;
const leastPairs = 0.22;
/** Fewer unknown words than this prove nothing, however short a turn is. */
const fewestUnknown = 8;
/** If the share of known words is within this distance of the limit, names and numbers decide. */
const doubt = 0.2;
export const fewestDetails = 3;
export const leastDetails = 0.2;
/** If this share of the names and numbers is right, a dense paraphrase may use its own words. */
const manyDetails = 0.5;
/** In another language only names and numbers can be compared, and names are often transliterated. */
const fewestDetailsAcross = 4;

export interface Content {
  instructions?: string | undefined;
  targetLanguage?: string | null | undefined;
  covered: string;
  support: SupportIndex;
}

type ContentFault = 'wrong-language' | 'repetition' | 'unsupported';

/** Compares what a readable text says with what it covers. */
export function findContentFault(text: string, content: Content): ContentFault | null {
  const language = compareLanguage(text, content.covered);
  if (language.kind === 'other' && !isAskedFor(language.language, content)) return 'wrong-language';
  const found = content.support.measure(text);
  if (countsInLoop(text) && shareOf(found.details) < 0.5) return 'repetition';
  if (language.kind === 'other') return isSupportedAcross(found) ? null : 'unsupported';
  return isSupported(found, leastShare(text, { language, size: content.support.size }))
    ? null
    : 'unsupported';
}

function isAskedFor(language: string | null, { instructions, targetLanguage }: Content): boolean {
  if (language === null) return false;
  const target = targetLanguage?.split('-')[0]?.toLowerCase();
  return target === language || namesLanguage(instructions ?? '', language);
}

/**
 * Returns the share of words that must be known. It grows with the source, and shrinks if only part of the source is
 * in the language of the summary.
 */
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

/** Whether a summary is in a language of its source, and which share of the source is in this language. */
type LanguageMatch =
  | { kind: 'same'; nativeShare: number }
  | { kind: 'other'; language: string | null }
  /** There is too little text to decide. */
  | { kind: 'unknown' };

/** With fewer letters or function words than these, the language is unknown. */
const fewestLetters = 40;
/** So many letters of a script that the source does not have are no name in it. */
const fewestOfScript = 12;
const fewestHits = 5;
const fewestLineHits = 2;
const fewestWords = 20;
/** A language with this share of the words is spoken in the conversation. */
const spokenShare = 0.08;
/** Languages share function words: a Spanish summary has about half as many hits in Portuguese. */
const sharedHits = 0.45;
/** About a third of the words of most texts are function words. A smaller share than this is chance. */
const leastHitsPerWord = 0.08;
/** This much text is enough to detect a language; more only takes time. */
const mostCharacters = 40_000;

const code = /```[\s\S]*?(?:```|$)|`[^`\n]*`|https?:\/\/\S+|<[^>\n]{1,80}>/gu;

export function compareLanguage(candidate: string, covered: string): LanguageMatch {
  const own = readLanguage(candidate.slice(0, mostCharacters));
  const heard = spread(covered);
  const theirs = readLanguage(heard);
  if (theirs.letters < fewestLetters || own.script === null) return { kind: 'unknown' };
  const inScript = lettersOf(theirs, own.script) / theirs.letters;
  if (inScript < 0.03 && own.letters >= fewestOfScript) return { kind: 'other', language: own.language };
  if (own.letters < fewestLetters) return { kind: 'unknown' };
  if (isEastAsian(own.script)) return compareEastAsian(own, theirs, inScript);
  if (LANGUAGE_OF_SCRIPT[own.script] !== undefined) return { kind: 'same', nativeShare: inScript };
  return compareByWords(own, heard, inScript);
}

interface Reading {
  scripts: Map<Script, number>;
  letters: number;
  script: Script | null;
  /** The number of function words by language, largest first. */
  votes: { language: string; hits: number }[];
  words: number;
  /** The value is null if the language is unknown. */
  language: string | null;
}

function readLanguage(text: string): Reading {
  const plain = text.replace(code, ' ');
  const scripts = countScripts(plain);
  const letters = [...scripts.values()].reduce((sum, count) => sum + count, 0);
  const script = dominantScript(scripts)?.script ?? null;
  const votes = voteByStopwords(plain);
  const words = plain.split(/\s+/u).length;
  return { scripts, letters, script, votes, words, language: languageOf(script, scripts, votes) };
}

function languageOf(
  script: Script | null,
  scripts: Map<Script, number>,
  votes: Reading['votes'],
): string | null {
  if (script === null) return null;
  if (isEastAsian(script)) return isJapanese(scripts) ? 'ja' : 'zh';
  return LANGUAGE_OF_SCRIPT[script] ?? votes[0]?.language ?? null;
}

function compareEastAsian(own: Reading, theirs: Reading, inScript: number): LanguageMatch {
  const kana = theirs.scripts.get('Kana') ?? 0;
  const han = theirs.scripts.get('Hani') ?? 0;
  // Chinese may quote a Japanese name, and Japanese may quote a Chinese one.
  if (isJapanese(own.scripts) && kana === 0) return { kind: 'other', language: 'ja' };
  const isChinese = (own.scripts.get('Kana') ?? 0) === 0;
  if (isChinese && kana * 4 > han) return { kind: 'other', language: 'zh' };
  return { kind: 'same', nativeShare: inScript };
}

function compareByWords(own: Reading, covered: string, inScript: number): LanguageMatch {
  const [mine] = own.votes;
  if (mine === undefined || mine.hits < fewestHits || mine.hits < own.words * leastHitsPerWord)
    return { kind: 'unknown' };
  const spoken = countByLine(covered);
  const [main] = [...spoken].sort(([, a], [, b]) => b - a);
  if (main === undefined) return { kind: 'unknown' };
  const words = [...spoken.values()].reduce((sum, count) => sum + count, 0);
  const native = (spoken.get(mine.language) ?? 0) / words;
  if (native >= spokenShare) return { kind: 'same', nativeShare: inScript * native };
  // Related languages share function words, and a mixed text has those of both.
  if (hitsOf(own, main[0]) >= mine.hits * sharedHits) return { kind: 'same', nativeShare: inScript };
  return words < fewestWords ? { kind: 'unknown' } : { kind: 'other', language: mine.language };
}

/** Counts the words in the lines of each language. A line is in the language of most of its function words. */
function countByLine(text: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const line of text.replace(code, ' ').split('\n')) {
    const votes = voteByStopwords(line);
    const most = votes[0]?.hits ?? 0;
    if (most < fewestLineHits) continue;
    const words = line.split(/\s+/u).length;
    // "an" and "was" are both German and English. A line that is undecided counts for each language.
    for (const { language, hits } of votes) {
      if (hits === most) counts.set(language, (counts.get(language) ?? 0) + words);
    }
  }
  return counts;
}

function hitsOf({ votes }: Reading, language: string): number {
  return votes.find((vote) => vote.language === language)?.hits ?? 0;
}

function lettersOf({ scripts }: Reading, script: Script): number {
  if (isEastAsian(script)) return (scripts.get('Hani') ?? 0) + (scripts.get('Kana') ?? 0);
  return scripts.get(script) ?? 0;
}

function isEastAsian(script: Script): boolean {
  return script === 'Hani' || script === 'Kana';
}

function isJapanese(scripts: Map<Script, number>): boolean {
  return (scripts.get('Kana') ?? 0) * 12 > (scripts.get('Hani') ?? 0);
}

/** Takes pieces from all parts of a long thread, because people may change the language in between. */
function spread(text: string): string {
  if (text.length <= mostCharacters) return text;
  const piece = 2000;
  const count = mostCharacters / piece;
  return Array.from({ length: count }, (_, at) => {
    const start = Math.floor((at * (text.length - piece)) / (count - 1));
    return text.slice(start, start + piece);
  }).join('\n');
}

/** Says whether instructions ask for a language by its name: "Write in English", "用英文写". */
function namesLanguage(instructions: string, language: string): boolean {
  // Text in brackets is an aside: "(or 700 characters in Chinese, Japanese and Korean)".
  const plain = instructions.toLowerCase().replace(/[(（][^()（）]*[)）]/gu, ' ');
  return ['en', 'de', 'fr', 'es', 'pt', 'zh', 'ja', 'ru', primarySubtag(language)].some((locale) => {
    const name = new Intl.DisplayNames(locale, { type: 'language', fallback: 'none' }).of(
      primarySubtag(language),
    );
    return name !== undefined && plain.includes(name.toLowerCase());
  });
}
