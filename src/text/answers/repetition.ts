import { splitSentences } from '#text/sentences/sentences.ts';
import { flatten } from './support.ts';

/**
 * The least share of different word groups. Reference summaries of dialogues, meetings and news have at least 0.9; a
 * text written twice has 0.5.
 */
const leastDistinct = 0.7;
/** The same share with numbers masked, so that "Step 1 is done. Step 2 is done." counts as a loop. */
const leastDistinctMasked = 0.4;
const fewestGrams = 12;
/** Only this many words of a long text are counted, because the share of different words falls with length. */
const vocabularyWords = 400;
const fewestVocabularyWords = 60;
const leastVocabulary = { spaced: 0.2, unspaced: 0.12 };
const mostSameSentences = 0.3;
/** A shorter sentence, such as "OK.", may come twice. */
const fewestSentenceCharacters = 12;
const mostSameCharacters = 0.3;

/** Says whether a text is a loop of characters, words or sentences. */
export function isRepetitive(candidate: string): boolean {
  const text = sample(candidate);
  const tokens = tokensOf(text);
  return (
    hasCharacterLoop(text) ||
    distinctGrams(tokens) < leastDistinct ||
    isStammer(text, tokens) ||
    isSmallVocabulary(tokens) ||
    sameSentences(text) > mostSameSentences
  );
}

/** Says whether a text repeats the same sentence with other numbers each time. */
export function countsInLoop(candidate: string): boolean {
  const masked = sample(candidate).replace(/\p{N}+/gu, '0');
  return distinctGrams(tokensOf(masked)) < leastDistinctMasked;
}

const unspacedCharacter = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;
const token =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]|(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}])[\p{L}\p{M}\p{N}])+/gu;

/** A word said twice without a mark between is a slip; a few of them are a loop. */
const fewestStammers = 3;

function isStammer(text: string, { list, isUnspaced }: Tokens): boolean {
  if (list.length >= fewestStammers && new Set(list).size === 1) return true;
  if (isUnspaced) {
    const same = list.filter((character, at) => character === list[at - 1]).length;
    return list.length >= 6 && same * 2 > list.length;
  }
  const twice = text.match(/(?<![\p{L}\p{M}])(\p{L}{2,30})\s+\1(?![\p{L}\p{M}])/giu)?.length ?? 0;
  return twice >= fewestStammers && twice * 10 > list.length;
}

interface Tokens {
  list: string[];
  isUnspaced: boolean;
}

/** Splits a text into words, or into characters in scripts without spaces. */
function tokensOf(text: string): Tokens {
  const list = text.toLowerCase().match(token) ?? [];
  const unspaced = list.reduce((count, each) => count + (unspacedCharacter.test(each) ? 1 : 0), 0);
  return { list, isUnspaced: unspaced * 2 > list.length };
}

function distinctGrams({ list, isUnspaced }: Tokens): number {
  const size = isUnspaced ? 8 : 4;
  const total = list.length - size + 1;
  if (total < fewestGrams) return 1;
  const grams = new Set<string>();
  for (let at = 0; at < total; at += 1) grams.add(list.slice(at, at + size).join(' '));
  return grams.size / total;
}

function isSmallVocabulary({ list, isUnspaced }: Tokens): boolean {
  const first = list.slice(0, vocabularyWords);
  if (first.length < fewestVocabularyWords) return false;
  const least = isUnspaced ? leastVocabulary.unspaced : leastVocabulary.spaced;
  return new Set(first).size / first.length < least;
}

/** Returns the share of the text in sentences that occurred before. */
function sameSentences(text: string): number {
  const seen = new Set<string>();
  let again = 0;
  let total = 0;
  for (const { text: sentence } of splitSentences(text)) {
    const key = sentence
      .toLowerCase()
      .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
      .trim();
    if (key.length < fewestSentenceCharacters) continue;
    total += key.length;
    if (seen.has(key)) again += key.length;
    seen.add(key);
  }
  return total === 0 ? 0 : again / total;
}

const run = /(\S)\1{19,}/gu;
const characterGram = 8;
const leastDistinctCharacters = 0.3;

/** Says whether a text repeats one character, or a short sequence without spaces. */
function hasCharacterLoop(text: string): boolean {
  const solid = text.replace(/\s+/gu, '');
  let same = 0;
  for (const [whole] of solid.matchAll(run)) same += whole.length;
  if (same > solid.length * mostSameCharacters) return true;
  const total = solid.length - characterGram + 1;
  if (total < fewestVocabularyWords) return false;
  const grams = new Set<string>();
  for (let at = 0; at < total; at += 1) grams.add(solid.slice(at, at + characterGram));
  return grams.size / total < leastDistinctCharacters;
}

/**
 * The most characters that are searched. Loops and echoes show in any stretch of a text, so a very long text need not
 * be read whole.
 */
const mostCharacters = 20_000;

/** Returns the text, or the beginning and the end of a long one. */
export function sample(text: string): string {
  if (text.length <= mostCharacters) return text;
  return `${text.slice(0, mostCharacters / 2)}\n${text.slice(-mostCharacters / 2)}`;
}

const gramWords = 6;
const gramCharacters = 12;
/** A summary may repeat a phrase of its instructions, but an echo repeats whole sentences. */
const mostOfInstructions = 0.3;
/** The marks around the texts of a prompt. */
const fences = /<\/?(?:sourceText|previousSummary)\b/u;

/** Whether a text repeats the instructions that it was asked with. */
export function echoesInstructions(
  candidate: string,
  { instructions, covered, said }: { instructions: string; covered: string; said: string },
): boolean {
  if (fences.test(candidate) && !fences.test(covered)) return true;
  const own = gramsOf(sample(candidate));
  const known = new Set(gramsOf(instructions));
  if (own.length === 0 || known.size === 0) return false;
  const foreign = new Set([...new Set(own)].filter((gram) => known.has(gram) && !said.includes(gram)));
  return own.filter((gram) => foreign.has(gram)).length > own.length * mostOfInstructions;
}

/** Shorter texts are no copies: the template asks for 350 words, or 700 characters in scripts without spaces. */
const shortestCopy = { spaced: 2500, unspaced: 1200 };
const leastLength = 0.8;
const leastCopied = 0.7;
const probes = 60;
const probeCharacters = 40;

/** Whether a text is a copy of what it should summarize: nearly as long and mostly word for word. */
export function copiesCovered(candidate: string, said: string, shortest?: number): boolean {
  const text = flatten(candidate);
  const least = shortest ?? (isUnspaced(text) ? shortestCopy.unspaced : shortestCopy.spaced);
  if (text.length < least || text.length < said.length * leastLength) return false;
  let copied = 0;
  for (let probe = 0; probe < probes; probe += 1) {
    const at = Math.floor((probe * (text.length - probeCharacters)) / (probes - 1));
    if (said.includes(text.slice(at, at + probeCharacters))) copied += 1;
  }
  return copied >= probes * leastCopied;
}

/** A piece has nearly all of its words in the source, and of the words there, few are left out at a time. */
const leastInPiece = 0.85;
const leastOfSpan = 0.6;
const pieces = { spaced: { gram: 4, gap: 12 }, unspaced: { gram: 6, gap: 24 } };

/** Whether a text is mostly one piece of what it should summarize, with little left out in between. */
export function isPiece(candidate: string, said: string): boolean {
  const flat = flatten(sample(candidate));
  const unspaced = isUnspaced(flat);
  const split = (text: string) => (unspaced ? [...text.replaceAll(' ', '')] : text.trim().split(' '));
  const { gram, gap } = unspaced ? pieces.unspaced : pieces.spaced;
  const own = split(flat);
  const source = split(said);
  const places = new Map<string, number>();
  for (let index = source.length - gram; index >= 0; index -= 1)
    places.set(source.slice(index, index + gram).join(' '), index);
  const begin = own.findIndex((_, index) => places.has(own.slice(index, index + gram).join(' ')));
  const start = places.get(own.slice(begin, begin + gram).join(' '));
  if (start === undefined) return false;
  let at = start;
  let matched = 0;
  for (const unit of own.slice(begin)) {
    const next = source.indexOf(unit, at);
    if (next < 0 || next > at + gap) continue;
    matched += 1;
    at = next + 1;
  }
  return matched >= own.length * leastInPiece && matched >= (at - start) * leastOfSpan;
}

function gramsOf(text: string): string[] {
  const flat = flatten(text);
  if (isUnspaced(flat)) {
    const solid = flat.replaceAll(' ', '');
    return Array.from({ length: Math.max(0, solid.length - gramCharacters + 1) }, (_, at) =>
      solid.slice(at, at + gramCharacters),
    );
  }
  const words = flat.trim().split(' ');
  return Array.from({ length: Math.max(0, words.length - gramWords + 1) }, (_, at) =>
    words.slice(at, at + gramWords).join(' '),
  );
}

function isUnspaced(text: string): boolean {
  const found = text.match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu)?.length ?? 0;
  return found * 3 > text.length;
}
