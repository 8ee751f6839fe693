import { dominantScript, voteByStopwords } from '#text/language/guess-language.ts';
import { countScripts, LANGUAGE_OF_SCRIPT, type Script } from '#text/language/scripts.ts';
import { primarySubtag } from '#text/language/stopwords.ts';

/** Whether a summary is in a language of what it covers, and how much of that is in this language. */
export type LanguageMatch =
  | { kind: 'same'; nativeShare: number }
  | { kind: 'other'; language: string | null }
  /** Too little text to decide. */
  | { kind: 'unknown' };

/** Fewer letters or function words name no language. */
const fewestLetters = 40;
const fewestHits = 5;
const fewestLineHits = 2;
const fewestWords = 20;
/** A language with this share of the words is spoken in the conversation. */
const spokenShare = 0.08;
/** Languages share function words: a summary in Spanish has half as many of Portuguese. */
const sharedHits = 0.45;
/** Function words are a third of most texts; fewer than this are chance. */
const leastHitsPerWord = 0.08;
/** Enough to detect a language; the rest of a long thread only adds time. */
const mostCharacters = 40_000;

const code = /```[\s\S]*?(?:```|$)|`[^`\n]*`|https?:\/\/\S+|<[^>\n]{1,80}>/gu;

export function compareLanguage(candidate: string, covered: string): LanguageMatch {
  const own = readLanguage(candidate.slice(0, mostCharacters));
  const heard = spread(covered);
  const theirs = readLanguage(heard);
  if (own.letters < fewestLetters || theirs.letters < fewestLetters || own.script === null)
    return { kind: 'unknown' };
  const inScript = lettersOf(theirs, own.script) / theirs.letters;
  if (inScript < 0.03) return { kind: 'other', language: own.language };
  if (isEastAsian(own.script)) return compareEastAsian(own, theirs, inScript);
  if (LANGUAGE_OF_SCRIPT[own.script] !== undefined) return { kind: 'same', nativeShare: inScript };
  return compareByWords(own, heard, inScript);
}

interface Reading {
  scripts: Map<Script, number>;
  letters: number;
  script: Script | null;
  /** Function words by language, most first. */
  votes: { language: string; hits: number }[];
  words: number;
  /** Null: unknown. */
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
  // Chinese may quote a Japanese name, and Japanese a Chinese one.
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
  // Relatives share their function words, and a mixed text has those of both.
  if (hitsOf(own, main[0]) >= mine.hits * sharedHits) return { kind: 'same', nativeShare: inScript };
  return words < fewestWords ? { kind: 'unknown' } : { kind: 'other', language: mine.language };
}

/** How many words the lines of each language have; a line is in the language of most of its function words. */
function countByLine(text: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const line of text.replace(code, ' ').split('\n')) {
    const votes = voteByStopwords(line);
    const most = votes[0]?.hits ?? 0;
    if (most < fewestLineHits) continue;
    const words = line.split(/\s+/u).length;
    // "an" and "was" are German and English: a line that cannot be told counts for each of them.
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

/** From all parts of a long thread: people change the language on the way. */
function spread(text: string): string {
  if (text.length <= mostCharacters) return text;
  const piece = 2000;
  const count = mostCharacters / piece;
  return Array.from({ length: count }, (_, at) => {
    const start = Math.floor((at * (text.length - piece)) / (count - 1));
    return text.slice(start, start + piece);
  }).join('\n');
}

/** Whether instructions ask for a language by its name: "Write in English", "用英文写". */
export function namesLanguage(instructions: string, language: string): boolean {
  // What stands in brackets is an aside: "(or 700 characters in Chinese, Japanese and Korean)".
  const plain = instructions.toLowerCase().replace(/[(（][^()（）]*[)）]/gu, ' ');
  return ['en', 'de', 'fr', 'es', 'pt', 'zh', 'ja', 'ru', primarySubtag(language)].some((locale) => {
    const name = new Intl.DisplayNames(locale, { type: 'language', fallback: 'none' }).of(
      primarySubtag(language),
    );
    return name !== undefined && plain.includes(name.toLowerCase());
  });
}
