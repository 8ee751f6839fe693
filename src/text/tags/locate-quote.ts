import { placeClaim } from '#text/grounding/alignment/align.ts';
import { tokenize } from '#text/grounding/alignment/token.ts';
import { indexSource, type SourceIndex } from '#text/grounding/source-index.ts';
import { findWords, plainWords } from '#text/grounding/source-text.ts';
import { guessLanguage } from '#text/language/guess-language.ts';
import { primarySubtag, stopwordsOf } from '#text/language/stopwords.ts';
import { splitSentences } from '#text/sentences/sentences.ts';
import { isUnspaced, splitWords } from '#text/sentences/words.ts';

export interface Place {
  start: number;
  end: number;
}

interface QuoteFinder {
  /** Finds where the text says this, word for word, or else the sentence that the quotation was made from. */
  find(quote: string): Place | null;
  /** Finds the sentence that contains this name. */
  findName(name: string): Place | null;
}

/** The share of a quotation's content that a sentence must have in the same order. */
const leastCoverage = 0.75;
const mostCharacters = 400;
/** Shorter quotations say too little to be found other than word for word. */
const fewestTokens = 4;

/** Finds what a model quotes. Models change punctuation, quotation marks and small words. */
export function createQuoteFinder(text: string): QuoteFinder {
  const language = primarySubtag(guessLanguage(text) ?? 'en');
  const sentences = splitSentences(text, language);
  let plain: ReturnType<typeof plainWords> | null = null;
  let index: SourceIndex | null = null;

  function findPlain(wanted: string): Place | null {
    plain ??= plainWords(text);
    const words = plainWords(wanted).text.trim();
    const at = words === '' ? -1 : findWords(words, plain.text);
    if (at < 0) return null;
    const start = plain.offsets[at] ?? 0;
    return { start, end: (plain.offsets[at + words.length - 1] ?? start) + 1 };
  }

  function findSentence(quote: string): Place | null {
    const tokens = tokenize(quote, language);
    if (tokens.length < fewestTokens) return null;
    index ??= indexSource(text, language);
    const [placed] = placeClaim({ text: quote, tokens, words: splitWords(quote, language) }, index);
    if (placed === undefined || placed.coverage < leastCoverage) return null;
    const sentence = index.sentences[placed.sentence];
    return sentence === undefined ? null : { start: sentence.start, end: sentence.end };
  }

  return {
    find(given) {
      const quote = given.trim().slice(0, mostCharacters);
      if (!saysSomething(quote, language)) return null;
      const at = text.indexOf(quote);
      if (at >= 0) return { start: at, end: at + quote.length };
      return findPlain(quote) ?? findSentence(quote);
    },
    findName(name) {
      const place = findPlain(name);
      if (place === null) return null;
      const sentence = sentences.find(({ start, end }) => start <= place.start && place.start < end);
      if (sentence === undefined || sentence.end - sentence.start > mostCharacters) return place;
      return { start: sentence.start, end: sentence.end };
    },
  };
}

/** Whether a quotation has a word that is more than grammar, or a number. */
function saysSomething(quote: string, language: string): boolean {
  if (isUnspaced(quote)) return (quote.match(/[\p{L}\p{N}]/gu) ?? []).length > 1;
  const stopwords = stopwordsOf(language);
  const words = quote.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  return words.some((word) => !stopwords.has(word) && (word.length > 1 || /\p{N}/u.test(word)));
}
