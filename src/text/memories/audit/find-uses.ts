import { stemEnglishWord } from '#text/language/stem.ts';
import { termsOf } from '#text/memories/compare-memories.ts';
import { toOneLine } from '#text/sentences/cut-text.ts';
import { splitSentences } from '#text/sentences/sentences.ts';
import { isUnspaced } from '#text/sentences/words.ts';
import { estimateTokens } from '#text/tokens/estimate-tokens.ts';

/** A step of a session: what the user or the agent said or did, and what the agent read as the answer. */
export interface SessionStep {
  said: string;
  read: string;
}

export interface GivenText {
  /** The whole record. */
  text: string;
  /** The prompt it was given with. */
  prompt: string;
  /** The tokens that were given of the record. */
  tokens: number;
  /** The first step after it was given. */
  from: number;
}

const maxWords = 5;
const fewestTerms = 2;
const shortestWord = 4;

/** Words that come up in nearly every session. */
const usual = new Set(
  'add build call case change check class code command commit config create data delete error fail file find fix folder function import input install issue line list make method module name need number output package path project read remove return run script server session set start step string system test text time tool type update user value version work working write written'
    .split(' ')
    .map(stemEnglishWord),
);

/** Identifiers, paths and numbers. */
const name = /[\p{L}\p{N}~@/]?[\p{L}\p{N}_]+(?:[./@_-]+[\p{L}\p{N}_]+)*/gu;
const year = /^(?:19|20)\d\d$/;

interface Words {
  /** In lower case, with the form as it is written. */
  names: Map<string, string>;
  /** Stems with a form as it is written. */
  terms: Map<string, string>;
}

interface Known {
  /** The steps that say it, in their order. */
  said: number[];
  /** The first step that reads it. */
  read: number;
}

/**
 * Looks for what a record brought into a session: words of it that nobody had said and nothing had shown before, and
 * that come up in the later work before any tool has shown them. A single common word is not enough: it takes an
 * identifier, path or number, or several words in one step.
 */
export function createUseFinder(steps: readonly SessionStep[]): (given: GivenText) => string[] {
  const known = indexSteps(steps);

  /** The steps that have the word from the record. */
  function usesOf(word: string, from: number): number[] {
    const { said, read } = known.get(word) ?? { said: [], read: Number.POSITIVE_INFINITY };
    if (read < from || (said[0] ?? from) < from) return [];
    return said.filter((step) => step <= read);
  }

  return ({ text, prompt, tokens, from }) => {
    const given = readWords(deliveredPart(text, { prompt, tokens }));
    const own = readWords(prompt);
    const used = new Set<string>();
    for (const [word, written] of given.names)
      if (!own.names.has(word) && usesOf(word, from).length > 0) used.add(written);
    const together = new Map<number, string[]>();
    for (const [stem, written] of given.terms) {
      if (own.terms.has(stem)) continue;
      for (const step of usesOf(stem, from)) together.set(step, [...(together.get(step) ?? []), written]);
    }
    for (const words of together.values())
      if (words.reduce((sum, word) => sum + weightOf(word), 0) >= fewestTerms)
        for (const word of words)
          if (![...used].some((known) => known.toLowerCase().includes(word))) used.add(word);
    return [...used].slice(0, maxWords);
  };
}

function indexSteps(steps: readonly SessionStep[]): Map<string, Known> {
  const index = new Map<string, Known>();
  const at = (word: string): Known => {
    const known = index.get(word) ?? { said: [], read: Number.POSITIVE_INFINITY };
    index.set(word, known);
    return known;
  };
  for (const [step, { said, read }] of steps.entries()) {
    for (const word of allWords(said)) at(word).said.push(step);
    for (const word of allWords(read)) at(word).read = Math.min(at(word).read, step);
  }
  return index;
}

function allWords(text: string): Set<string> {
  const { names, terms } = readWords(text);
  // A path is often written from another folder on.
  const ends = [...names.keys()].flatMap((path) =>
    path.includes('/') ? path.split('/').map((_, at, parts) => parts.slice(at).join('/')) : [],
  );
  return new Set([...names.keys(), ...ends, ...terms.keys()]);
}

function readWords(text: string): Words {
  const names = new Map<string, string>();
  for (const [written] of text.matchAll(name)) if (isName(written)) names.set(written.toLowerCase(), written);
  const terms = new Map<string, string>();
  for (const term of termsOf(text)) {
    if (term.length < (isUnspaced(term) ? 2 : shortestWord)) continue;
    const stem = stemEnglishWord(term);
    if (!usual.has(stem) && !terms.has(stem)) terms.set(stem, term);
  }
  return { names, terms };
}

function isName(written: string): boolean {
  if (/^\d+$/.test(written)) return written.length >= 3 && !year.test(written);
  if (written.length < shortestWord) return false;
  return (
    /\d[.,]\d|[\p{L}\p{N}]_[\p{L}\p{N}]|\p{Ll}\p{Lu}|\.\p{L}{1,5}$|\/.*\//u.test(written) ||
    (/\d/.test(written) && /\p{L}/u.test(written))
  );
}

/** Pairs of characters overlap, so that two words of two characters that touch have three. */
function weightOf(term: string): number {
  return isUnspaced(term) ? 2 / 3 : 1;
}

/** A context quotes the sentences of a record that are most about the prompt, as far as it has room for them. */
function deliveredPart(text: string, { prompt, tokens }: Pick<GivenText, 'prompt' | 'tokens'>): string {
  const sentences = splitSentences(text).map((sentence) => toOneLine(sentence.text));
  const asked = termsOf(prompt);
  const about = sentences.map((sentence) => [...termsOf(sentence)].filter((term) => asked.has(term)).length);
  const order = [...sentences.keys()].sort(
    (one, other) => (about[other] ?? 0) - (about[one] ?? 0) || one - other,
  );
  const chosen: string[] = [];
  let left = tokens;
  for (const at of order) {
    const sentence = sentences[at] ?? '';
    left -= estimateTokens(sentence);
    if (left < 0 && chosen.length > 0) break;
    chosen.push(sentence);
  }
  return chosen.join('\n');
}
