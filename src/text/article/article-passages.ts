import { keywordsOf } from '#text/find-passages.ts';
import { guessLanguage } from '#text/language/guess-language.ts';
import { primarySubtag } from '#text/language/stopwords.ts';
import { cutPassages } from '#text/second-opinion/cut-passages.ts';
import { rankPassages } from '#text/second-opinion/rank-passages.ts';
import { splitSentences } from '#text/sentences/sentences.ts';
import { loadTokenizer } from '#text/tokens/tokens.ts';

/** A passage of an article; its number is its place among all of them, from 1. */
export interface NumberedPassage {
  start: number;
  end: number;
  /** With its number. */
  tokens: number;
}

/** More than that is no question about one article. */
const longestQuestion = 2_000;

export async function cutArticle(text: string, language: string | null): Promise<NumberedPassage[]> {
  const { count } = await loadTokenizer();
  return cutPassages(text, splitSentences(text, languageOf(text, language))).map(({ start, end }, index) => ({
    start,
    end,
    tokens: count(`${renderPassage(index + 1, text.slice(start, end))}\n`),
  }));
}

/** The numbers of the passages that share most with a question, best first; none where nothing is shared. */
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

/** As a prompt shows it. A footnote mark of the article would read as the number of another passage. */
export function renderPassage(number: number, text: string): string {
  return `[${number}] ${text.trim().replace(/\[(\d+)\]/g, '($1)')}`;
}

function languageOf(text: string, language: string | null): string {
  return primarySubtag(guessLanguage(text) ?? language ?? 'en');
}
