import { guessLanguage } from '#text/language/guess-language.ts';
import { primarySubtag, stopwordsOf } from '#text/language/stopwords.ts';
import { cutPassages } from '#text/second-opinion/cut-passages.ts';
import { rankPassages } from '#text/second-opinion/rank-passages.ts';
import { splitSentences } from '#text/sentences/sentences.ts';
import { splitWords } from '#text/sentences/words.ts';
import { loadTokenizer } from '#text/tokens/tokens.ts';

/** A passage of an article. The number of a passage is its place in the article, counted from 1. */
export interface NumberedPassage {
  start: number;
  end: number;
  /** The number of tokens, including those of the passage's number. */
  tokens: number;
}

/** Only this many characters of a question are read. */
const longestQuestion = 2_000;

export async function cutArticle(text: string, language: string | null): Promise<NumberedPassage[]> {
  const { count } = await loadTokenizer();
  return cutPassages(text, splitSentences(text, languageOf(text, language))).map(({ start, end }, index) => ({
    start,
    end,
    tokens: count(`${renderPassage(index + 1, text.slice(start, end))}\n`),
  }));
}

/**
 * Finds the numbers of the passages that share most with a question, best first. Without anything in common the list
 * is empty.
 */
export function findInArticle(
  text: string,
  question: string,
  { passages, language }: { passages: readonly { start: number; end: number }[]; language: string | null },
): number[] {
  const asked = keywordsOf(question.slice(0, longestQuestion)).join(' ');
  const own = languageOf(text, language);
  const [ranked = []] = rankPassages({
    source: text,
    passages,
    claims: [{ text: asked, support: [] }],
    language: own,
    claimLanguage: primarySubtag(guessLanguage(question) ?? own),
  });
  return ranked.map((index) => index + 1);
}

/**
 * Renders a passage for a prompt. A footnote mark of the article is changed, because it would read as the number of
 * another passage.
 */
export function renderPassage(number: number, text: string): string {
  return `[${number}] ${text.trim().replace(/\[(\d+)\]/g, '($1)')}`;
}

function languageOf(text: string, language: string | null): string {
  return primarySubtag(guessLanguage(text) ?? language ?? 'en');
}

/** If an article does not fit, this share of the room is for passages that fit the question. */
const chosenShare = 0.25;

interface Room {
  tokens: number;
  /** The numbers of the passages that fit the question, best first. */
  chosen: readonly number[];
}

/**
 * Chooses the numbers of the passages that fit, in order: all of them, or the beginning and passages that fit the
 * question. The beginning depends on the room alone, so that a provider's cache can keep it from question to
 * question.
 */
export function fitArticle(passages: readonly NumberedPassage[], { tokens, chosen }: Room): number[] {
  if (tokensOf(passages) <= tokens) return passages.map((_, index) => index + 1);
  const taken = new Set<number>();
  let left = Math.floor(tokens * (1 - chosenShare));
  for (const [index, passage] of passages.entries()) {
    if (passage.tokens > left) break;
    left -= passage.tokens;
    taken.add(index + 1);
  }
  left += Math.floor(tokens * chosenShare);
  for (const number of chosen) {
    const passage = passages[number - 1];
    if (passage === undefined || taken.has(number) || passage.tokens > left) continue;
    left -= passage.tokens;
    taken.add(number);
  }
  return [...taken].sort((a, b) => a - b);
}

export function tokensOf(passages: readonly NumberedPassage[]): number {
  return passages.reduce((sum, passage) => sum + passage.tokens, 0);
}

/** Renders the numbered passages, with a mark where others are left out. */
export function renderArticle(
  text: string,
  passages: readonly NumberedPassage[],
  numbers: readonly number[],
): string {
  let before = 0;
  const lines = numbers.flatMap((number) => {
    const passage = passages[number - 1];
    if (passage === undefined) return [];
    const line = renderPassage(number, text.slice(passage.start, passage.end));
    const isNext = number === before + 1;
    before = number;
    return isNext ? [line] : ['…', line];
  });
  if (before < passages.length) lines.push('…');
  return lines.join('\n');
}

interface FoundPassage {
  start: number;
  end: number;
  text: string;
  /** How much of the question the passage has; 0 means nothing. */
  score: number;
}

/**
 * The longest passage. A sentence with its neighbours is long enough to be understood and short enough to be read.
 */
const maxCharacters = 420;

/** Words that belong to the form of a question, not to its subject. */
const asking = new Set(
  'anything something nothing everything someone anyone tell know think say says said mean means explain give show find please thanks thank hello hi want like need question article articles text'.split(
    ' ',
  ),
);

/** The words of a question that name its subject, without those that any question may have. */
export function keywordsOf(question: string): string[] {
  const language = guessLanguage(question) ?? 'en';
  const stopwords = stopwordsOf(language);
  const words = splitWords(question, language)
    .filter(({ lower }) => !stopwords.has(lower) && !asking.has(lower))
    .map(({ lower }) => lower);
  return [...new Set(words)].filter((word) => word.length > 1 || /\p{Script=Han}/u.test(word));
}

/** Finds the passage of a text that says most about a question, where rare words weigh more than common ones. */
export function findPassage(text: string, question: string): FoundPassage {
  const language = guessLanguage(text) ?? 'en';
  const asked = new Set(splitWords(question, language).map(({ term }) => term));
  const stopwords = stopwordsOf(language);
  const sentences = splitSentences(text, language);
  const terms = sentences.map(
    (sentence) =>
      new Set(
        splitWords(sentence.text, language)
          .filter(({ lower, term }) => !stopwords.has(lower) && asked.has(term))
          .map(({ term }) => term),
      ),
  );
  const weights = weigh(terms);
  const scoreOf = (at: number): number =>
    [...(terms[at] ?? [])].reduce((sum, term) => sum + (weights.get(term) ?? 0), 0);

  let best = 0;
  let bestScore = -1;
  for (let at = 0; at < sentences.length; at++) {
    const score = scoreOf(at) + (scoreOf(at - 1) + scoreOf(at + 1)) / 4;
    if (score > bestScore) [best, bestScore] = [at, score];
  }
  const found = sentences[best];
  if (found === undefined) return { start: 0, end: 0, text: '', score: 0 };
  let { start, end } = found;
  for (const at of [best + 1, best - 1, best + 2]) {
    const neighbour = sentences[at];
    if (neighbour === undefined || neighbour.paragraph !== found.paragraph) continue;
    const wider = { start: Math.min(start, neighbour.start), end: Math.max(end, neighbour.end) };
    if (wider.end - wider.start <= maxCharacters) ({ start, end } = wider);
  }
  return { start, end, text: text.slice(start, end).trim(), score: Math.max(0, bestScore) };
}

function weigh(sentences: readonly ReadonlySet<string>[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const terms of sentences) for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1);
  const total = sentences.length + 1;
  return new Map([...counts].map(([term, count]) => [term, Math.log(total / count) + 0.1]));
}
