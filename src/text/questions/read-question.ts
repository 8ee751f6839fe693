import { guessLanguage } from '#text/language/guess-language.ts';
import { stemEnglishWord, stemWord } from '#text/language/stem.ts';
import { parseSearch, type SearchTerm } from '#text/search-terms.ts';
import { splitWords } from '#text/sentences/words.ts';

const maxCharacters = 2000;
const maxTerms = 16;
/** A search of a few words has fewer words than this that say nothing. */
const leastAsking = 2;
/** With fewer common first letters, too many other words begin in the same way. */
const shortestStart = 3;
const word = /^\p{L}+$/u;
const plainWord = /^[a-z]+$/;
/** Matches most searches, for which no language has to be guessed. */
const singleWord = /^[a-z0-9]+$/i;
const questionMark = /[?？؟]\s*$/u;

/** Words that belong to the form of a question, not to its subject. */
const asking = new Set(
  (
    'anything something nothing everything someone anyone tell know think mean means explain give show find please ' +
    'thanks thank hello hi want need list mention mentioned summarize summary describe provide discuss discussed ' +
    'discussion discussions conversation conversations talk talked recall remember remind ask asked different various ' +
    'across throughout suggest suggested recommend recommended help able bitte danke mal kannst könntest porfa favor ' +
    'gracias merci stp svp'
  ).split(' '),
);

/**
 * Reads the terms of a question in a person's words, of which some are enough, in any inflection. Null means that the
 * query is a search in which all words are meant.
 */
export function readQuestion(query: string): SearchTerm[] | null {
  const text = query.slice(0, maxCharacters);
  if (singleWord.test(text)) return null;
  const { terms, askingWords } = readTelling(text);
  return askingWords < leastAsking && !questionMark.test(text) ? null : terms;
}

/** Reads the terms of what a text is about, of which some are enough, in any inflection. */
export function readTopic(text: string): SearchTerm[] {
  return readTelling(text.slice(0, maxCharacters)).terms ?? [];
}

function readTelling(text: string): { terms: SearchTerm[] | null; askingWords: number } {
  const language = guessLanguage(text) ?? 'en';
  const words = splitWords(text, language);
  const telling = words.filter(({ light, lower }) => !light && !asking.has(lower));
  const terms = new Map<string, SearchTerm>();
  for (const { lower } of telling) {
    for (const term of parseSearch(lower).terms) {
      const inflected = inflect(term, language);
      const key = `${inflected.text} ${inflected.stem ?? ''}`;
      if (!terms.has(key)) terms.set(key, inflected);
    }
  }
  return {
    terms: terms.size === 0 ? null : [...terms.values()].slice(0, maxTerms),
    askingWords: words.length - telling.length,
  };
}

/** Makes a term that finds a word in all its forms, as far as they begin alike; anything else is unchanged. */
function inflect({ text, prefix }: SearchTerm, language: string): SearchTerm {
  if (!prefix || !word.test(text)) return { text, prefix: false };
  if (language !== 'en' || !plainWord.test(text)) return { text: stemWord(text, 'other'), prefix: true };
  const stem = stemEnglishWord(text);
  // "story" and "stories" have the stem "stori".
  const most = stem.endsWith('i') ? stem.length - 1 : stem.length;
  let shared = 0;
  while (shared < most && stem.charAt(shared) === text.charAt(shared)) shared += 1;
  return shared < shortestStart
    ? { text, prefix: false }
    : { text: text.slice(0, shared), prefix: true, stem };
}
