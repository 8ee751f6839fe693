import { guessLanguage } from '#text/language/guess-language.ts';
import { stemEnglishWord, stemWord } from '#text/language/stem.ts';
import { parseSearch, type SearchTerm } from '#text/search-terms.ts';
import { splitWords } from '#text/sentences/words.ts';

const maxCharacters = 2000;
const maxTerms = 16;
/** A search of a few words has at most one that says nothing. */
const leastAsking = 2;
/** Below this, words that only begin alike are more than those that are the same. */
const shortestStart = 3;
const word = /^\p{L}+$/u;
const plainWord = /^[a-z]+$/;
/** Most searches; no language needs to be guessed for one. */
const singleWord = /^[a-z0-9]+$/i;
const questionMark = /[?？؟]\s*$/u;

/** Words of asking about what was said or done, not of what is asked for. */
const asking = new Set(
  (
    'anything something nothing everything someone anyone tell know think mean means explain give show find please ' +
    'thanks thank hello hi want need list mention mentioned summarize summary describe provide discuss discussed ' +
    'discussion discussions conversation conversations talk talked recall remember remind ask asked different various ' +
    'across throughout suggest suggested recommend recommended help able'
  ).split(' '),
);

/**
 * The terms of a question in a person's words, of which some are enough, whatever their inflection. Null for a search of
 * words that are all meant.
 */
export function readQuestion(query: string): SearchTerm[] | null {
  const text = query.slice(0, maxCharacters);
  if (singleWord.test(text)) return null;
  const language = guessLanguage(text) ?? 'en';
  const words = splitWords(text, language);
  const telling = words.filter(({ light, lower }) => !light && !asking.has(lower));
  if (words.length - telling.length < leastAsking && !questionMark.test(text)) return null;
  const terms = new Map<string, SearchTerm>();
  for (const { lower } of telling) {
    for (const term of parseSearch(lower).terms) {
      const inflected = inflect(term, language);
      const key = `${inflected.text} ${inflected.stem ?? ''}`;
      if (!terms.has(key)) terms.set(key, inflected);
    }
  }
  return terms.size === 0 ? null : [...terms.values()].slice(0, maxTerms);
}

/** A word in each of its forms, as far as they begin alike; anything else as it is. */
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
