import { hideMarkup } from '#text/grounding/source-text.ts';
import { guessLanguage } from '#text/language/guess-language.ts';
import { primarySubtag } from '#text/language/stopwords.ts';
import { splitSentences } from '#text/sentences/sentences.ts';
import { cutPassages, lettersOf, type Passage } from './cut-passages.ts';
import { rankPassages } from './rank-passages.ts';

export interface Claim {
  text: string;
  /** The places with which the rules compared the claim, best first. */
  support: readonly { start: number; end: number }[];
}

export interface ChosenPassages {
  /** The passages in reading order, without repetition or overlap. */
  passages: { start: number; end: number; text: string }[];
  /** For each claim, the indexes of its passages, best first. */
  ofClaim: number[][];
}

// The passages chosen for a summary of five sentences have about 4,500 letters. Up to this length of the source,
// choosing saves little and can miss something.
const wholeLetters = 6_000;
// With half of this limit, the passages that decide a claim are missed twice as often; with one and a half times,
// hardly less often.
const mostLettersOfClaim = 1_600;
const mostPassagesOfClaim = 8;
/** Only this many characters of a claim are read; a longer one is not a sentence. */
const longestClaim = 2_000;
// This is about 4,000 tokens, however many claims there are.
const mostLetters = 16_000;

/**
 * Chooses what a model has to read to judge the claims: all of a short source, or the passages of a long one that
 * belong to them.
 */
export function choosePassages(
  source: string,
  claims: readonly Claim[],
  options: { language?: string | undefined; summaryLanguage?: string | undefined } = {},
): ChosenPassages {
  const language = primarySubtag(guessLanguage(source) ?? options.language ?? 'en');
  const claimLanguage = primarySubtag(
    options.summaryLanguage ?? guessLanguage(claims.map(({ text }) => text).join('\n')) ?? language,
  );
  const passages = cutPassages(source, splitSentences(source, language));
  const sizes = passages.map(({ start, end }) => lettersOf(source.slice(start, end)));
  const total = sizes.reduce((sum, size) => sum + size, 0);
  const ranked = rankPassages({
    source,
    passages,
    claims: claims.map(({ text, support }) => ({ text: hideMarkup(text.slice(0, longestClaim)), support })),
    language,
    claimLanguage,
  });
  const all = [...passages.keys()];
  const isShort = total <= wholeLetters;
  // The opening of a source says what it is about. It serves claims that share nothing with any passage.
  const opening = all.slice(0, mostPassagesOfClaim);
  const wanted = ranked.map((ofClaim) => {
    const known = ofClaim.length === 0 ? opening : ofClaim;
    return takeBest(isShort ? [...new Set([...known, ...all])] : known, sizes);
  });
  return describe(source, passages, isShort ? all : shareOut(wanted, sizes), wanted);
}

function takeBest(ranked: readonly number[], sizes: readonly number[]): number[] {
  const taken: number[] = [];
  let letters = 0;
  for (const at of ranked) {
    if (taken.length >= mostPassagesOfClaim) break;
    const size = sizes[at] ?? 0;
    if (taken.length > 0 && letters + size > mostLettersOfClaim) continue;
    letters += size;
    taken.push(at);
  }
  return taken;
}

/** Takes the best passage of every claim, then the second of every claim, until there is no room. */
function shareOut(wanted: readonly (readonly number[])[], sizes: readonly number[]): number[] {
  const chosen = new Set<number>();
  let letters = 0;
  for (let round = 0; round < mostPassagesOfClaim; round += 1) {
    for (const ofClaim of wanted) {
      const at = ofClaim[round];
      if (at === undefined || chosen.has(at)) continue;
      const size = sizes[at] ?? 0;
      if (letters + size > mostLetters) continue;
      letters += size;
      chosen.add(at);
    }
  }
  return [...chosen].sort((a, b) => a - b);
}

function describe(
  source: string,
  passages: readonly Passage[],
  chosen: readonly number[],
  wanted: readonly (readonly number[])[],
): ChosenPassages {
  const numbers = new Map(chosen.map((at, number) => [at, number]));
  return {
    passages: chosen.flatMap((at) => {
      const passage = passages[at];
      return passage === undefined ? [] : [{ ...passage, text: source.slice(passage.start, passage.end) }];
    }),
    ofClaim: wanted.map((ofClaim) => ofClaim.flatMap((at) => numbers.get(at) ?? [])),
  };
}
