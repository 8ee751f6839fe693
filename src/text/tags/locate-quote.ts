import { placeClaim } from '#text/grounding/alignment/align.ts';
import { tokenize } from '#text/grounding/alignment/token.ts';
import { indexSource, type SourceIndex } from '#text/grounding/source-index.ts';
import { findWords, plainWords } from '#text/grounding/source-text.ts';
import { guessLanguage } from '#text/language/guess-language.ts';
import { primarySubtag } from '#text/language/stopwords.ts';
import { splitSentences } from '#text/sentences/sentences.ts';
import { isUnspaced, splitWords } from '#text/sentences/words.ts';

export interface Place {
  start: number;
  end: number;
}

interface QuoteFinder {
  /**
   * Finds where the text says this, word for word, or else the sentence that the quotation was made from. A quotation
   * that says nothing of the tag with this name is not looked for.
   */
  find(quote: string, name: string): Place | null;
  /** Finds the sentence that contains this name. A function word is only a name in capitals: "IT". */
  findName(name: string): Place | null;
}

/** The share of a quotation's content that a sentence must have in the same order. */
const leastCoverage = 0.75;
const mostCharacters = 400;
/** Shorter quotations say too little to be found other than word for word. */
const fewestTokens = 4;
/** A quotation with fewer words that are more than grammar only justifies a tag that has one of them. */
const fewestWords = 3;
const fewestUnspaced = 6;
/** Words that share so many first letters belong together: "Hafen" and "Hafenbrücke". */
const sharedLetters = 5;

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
    find(given, name) {
      const quote = given.trim().slice(0, mostCharacters);
      if (!justifies(quote, name, language)) return null;
      const at = text.indexOf(quote);
      if (at >= 0) return { start: at, end: at + quote.length };
      return findPlain(quote) ?? findSentence(quote);
    },
    findName(name) {
      if (name !== name.toUpperCase() && wordsOf(name, language).length === 0) return null;
      const place = findPlain(name);
      if (place === null) return null;
      const sentence = sentences.find(({ start, end }) => start <= place.start && place.start < end);
      if (sentence === undefined || sentence.end - sentence.start > mostCharacters) return place;
      return { start: sentence.start, end: sentence.end };
    },
  };
}

/** Whether a quotation has a word of the tag, or enough other words to say something. */
function justifies(quote: string, name: string, language: string): boolean {
  const letters = quote.match(/[\p{L}\p{N}]/gu) ?? [];
  const words = wordsOf(quote, language);
  if (words.length >= fewestWords && (!isUnspaced(quote) || letters.length >= fewestUnspaced)) return true;
  const own = wordsOf(name, language);
  return words.some((word) => own.some((other) => isAkin(word, other)));
}

/** The words that are more than grammar, in the form in which they are compared. */
function wordsOf(text: string, language: string): string[] {
  return splitWords(text, language).flatMap(({ term, light }) => (light ? [] : [term]));
}

function isAkin(word: string, other: string): boolean {
  return (
    word === other ||
    (word.length >= sharedLetters && word.slice(0, sharedLetters) === other.slice(0, sharedLetters))
  );
}
