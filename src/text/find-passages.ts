import { guessLanguage } from '#text/language/guess-language.ts';
import { stopwordsOf } from '#text/language/stopwords.ts';
import { splitSentences } from '#text/sentences/sentences.ts';
import { splitWords } from '#text/sentences/words.ts';

export interface FoundPassage {
  start: number;
  end: number;
  text: string;
  /** 0 where nothing of the question is in it. */
  score: number;
}

/** A sentence with its neighbours is long enough to be understood and short enough to be read. */
const maxCharacters = 420;

/** Words of the asking, not of what is asked for. */
const asking = new Set(
  'anything something nothing everything someone anyone tell know think say says said mean means explain give show find please thanks thank hello hi want like need question article articles text'.split(
    ' ',
  ),
);

/** What a question asks about: its words without those that every question has. */
export function keywordsOf(question: string): string[] {
  const language = guessLanguage(question) ?? 'en';
  const stopwords = stopwordsOf(language);
  const words = splitWords(question, language)
    .filter(({ lower }) => !stopwords.has(lower) && !asking.has(lower))
    .map(({ lower }) => lower);
  return [...new Set(words)].filter((word) => word.length > 1 || /\p{Script=Han}/u.test(word));
}

/** The passage of a text that says most about a question: rare words of it weigh more than common ones. */
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
