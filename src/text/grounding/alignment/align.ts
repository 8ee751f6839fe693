import { agrees } from '#text/grounding/quantities.ts';
import { type SourceIndex, sentenceAt } from '#text/grounding/source-index.ts';
import { findWords, plainText, plainWords } from '#text/grounding/source-text.ts';
import words from '#text/grounding/words.json' with { type: 'json' };
import type { Word } from '#text/sentences/words.ts';
import { type Token, tokenize } from './token.ts';

/** Groups of different words that mean the same in any context: spellings, verbs of reporting, short forms. */
const GROUP_OF = new Map<string, number>();
words.sameWords.forEach((group, number) => {
  for (const word of group.split(' ')) if (!GROUP_OF.has(word)) GROUP_OF.set(word, number);
});

/** A token of the claim and the token of the passage that says the same, by their positions. */
export type Pair = { claim: number; source: number };

export type Alignment = {
  claim: readonly Token[];
  source: readonly Token[];
  pairs: readonly Pair[];
  /** The weight of the matched tokens. */
  weight: number;
};

const LIGHT_WEIGHT = 0.2;
const QUANTITY_WEIGHT = 1.2;
// If neighbours stay neighbours, they show which of several equal words is meant.
const ADJACENT_BONUS = 0.3;

function weightOf(token: Token): number {
  if (token.quantity !== null) return QUANTITY_WEIGHT;
  return token.light ? LIGHT_WEIGHT : 1;
}

/** Whether two tokens say the same. */
export function matches(claim: Token, source: Token): boolean {
  if (claim.quantity !== null && source.quantity !== null) return agrees(claim.quantity, source.quantity);
  if (claim.quantity !== null || source.quantity !== null) return claim.lower === source.lower;
  return claim.key === source.key || isSameWord(claim.lower, source.lower);
}

/**
 * Finds the heaviest alignment of the claim's tokens with tokens of the passage in the same order. The time grows
 * with the product of both lengths.
 */
export function align(claim: readonly Token[], source: readonly Token[]): Alignment {
  const width = source.length + 1;
  const size = (claim.length + 1) * width;
  // `best` has the best weight for the first i claim and j source tokens. `ends` is the same for alignments that end
  // with a match of these two tokens.
  const best = new Float64Array(size);
  const ends = new Float64Array(size).fill(-1);
  for (let i = 1; i <= claim.length; i++) {
    const token = claim[i - 1] as Token;
    for (let j = 1; j <= source.length; j++) {
      const at = i * width + j;
      let value = Math.max(best[at - width] ?? 0, best[at - 1] ?? 0);
      if (matches(token, source[j - 1] as Token)) {
        const before = at - width - 1;
        const adjacent = (ends[before] ?? -1) >= 0 ? (ends[before] ?? 0) + ADJACENT_BONUS : -1;
        const ending = Math.max(best[before] ?? 0, adjacent) + weightOf(token);
        ends[at] = ending;
        value = Math.max(value, ending);
      }
      best[at] = value;
    }
  }
  const pairs = trace(claim.length, source.length, { best, ends, width });
  const weight = pairs.reduce((sum, pair) => sum + weightOf(claim[pair.claim] as Token), 0);
  return { claim, source, pairs, weight };
}

type Tables = { best: Float64Array; ends: Float64Array; width: number };

function trace(rows: number, columns: number, { best, ends, width }: Tables): Pair[] {
  const pairs: Pair[] = [];
  let i = rows;
  let j = columns;
  let adjacent = false;
  while (i > 0 && j > 0) {
    const at = i * width + j;
    const ending = ends[at] ?? -1;
    if (ending >= 0 && (adjacent || ending >= (best[at] ?? 0) - 1e-9)) {
      pairs.push({ claim: i - 1, source: j - 1 });
      const before = at - width - 1;
      adjacent = (ends[before] ?? -1) >= 0 && (ends[before] ?? 0) + ADJACENT_BONUS > (best[before] ?? 0);
      i--;
      j--;
    } else if ((best[at - width] ?? 0) >= (best[at - 1] ?? 0)) i--;
    else j--;
  }
  return pairs.toReversed();
}

/** A stretch of the claim beside the stretch of the passage in its place; one of them may be empty. */
export type Slot = {
  /** The matched pairs on both sides, or null at an end. */
  before: Pair | null;
  after: Pair | null;
  claim: Token[];
  source: Token[];
  /** Whether punctuation ends the stretch of the passage. */
  closed: boolean;
};

/** Lists everything that differs between two matched pairs, and what is left at both ends. */
export function slotsOf({ claim, source, pairs }: Alignment): Slot[] {
  const slots: Slot[] = [];
  for (let at = 0; at <= pairs.length; at++) {
    const before = pairs[at - 1] ?? null;
    const after = pairs[at] ?? null;
    const slot = {
      before,
      after,
      claim: claim.slice((before?.claim ?? -1) + 1, after?.claim ?? claim.length),
      source: source.slice((before?.source ?? -1) + 1, after?.source ?? source.length),
      closed: after === null || (source[after.source]?.boundary ?? false),
    };
    if (slot.claim.length + slot.source.length > 0) slots.push(slot);
  }
  return slots;
}

/** Whether two lower-case words may stand for each other without a change of meaning. */
function isSameWord(left: string, right: string): boolean {
  if (left === right) return true;
  const group = GROUP_OF.get(left);
  return group !== undefined && group === GROUP_OF.get(right);
}

/** A part of a claim beside the source sentence that says it best. */
export type Placed = { sentence: number; alignment: Alignment; coverage: number };

// This many sentences are compared word by word; the right one is nearly always among the first three.
const MOST_CANDIDATES = 6;
// A claim is only split if this explains at least one more content word.
const LEAST_GAIN = 0.9;
// In a long source, a frequent word is only looked up in this many of its sentences.
const MOST_POSTINGS = 400;
const CONNECTORS: ReadonlySet<string> = new Set(
  'and but while whereas although though und aber während et mais tandis y pero mientras 而 但 并 且'.split(
    ' ',
  ),
);
const LONGEST_CLAIM = 120;
// This matches a list marker, a time in brackets or a speaker, which are not part of what is said.
const LABEL =
  /^\s*(?:(?:[-*•‣▪◦–—>]|\(?\d{1,3}[.)、])\s+)*(?:\[[^\]\n]{1,24}\]\s*)?(?:[\p{L}\p{N}_.'’ -]{1,30}(?:\([^)\n]{1,24}\))?\s?[:：]\s+(?=\S))?/u;

type Claim = { text: string; tokens: readonly Token[]; words: readonly Word[] };

/**
 * Finds the source sentence that a claim was made from, or one for each half of a claim that joins two statements.
 */
export function placeClaim({ text, tokens, words }: Claim, source: SourceIndex): Placed[] {
  if (tokens.length === 0) return [];
  const candidates = withoutRepeats(
    [...findOriginal(text, source), ...findCandidates(words, source)],
    source,
  );
  if (candidates.length === 0) return [];
  return place(tokens.slice(0, LONGEST_CLAIM), candidates, source, 2);
}

/** Drops sentences that repeat an earlier one, because they never fit better. */
function withoutRepeats(candidates: readonly number[], source: SourceIndex): number[] {
  const firsts = new Map<string, number>();
  for (const sentence of candidates) {
    const text = source.sentences[sentence]?.text ?? '';
    if (!firsts.has(text)) firsts.set(text, sentence);
  }
  return [...firsts.values()];
}

function place(
  tokens: readonly Token[],
  candidates: readonly number[],
  source: SourceIndex,
  depth: number,
): Placed[] {
  const whole = placeWhole(tokens, candidates, source);
  const total = tokens.reduce((sum, token) => sum + weightOf(token), 0);
  if (depth === 0 || total - whole.alignment.weight < LEAST_GAIN || candidates.length < 2) return [whole];
  let best: Placed[] = [whole];
  let most = whole.alignment.weight + LEAST_GAIN;
  for (let cut = 2; cut <= tokens.length - 2; cut++) {
    const token = tokens[cut];
    if (token === undefined || !(token.boundary || CONNECTORS.has(token.lower))) continue;
    const cuts = [tokens.slice(0, cut), tokens.slice(cut)];
    if (cuts.some(isOnlyName)) continue;
    const halves = cuts.map((half) => placeWhole(half, candidates, source));
    const weight = halves.reduce((sum, { alignment }) => sum + alignment.weight, 0);
    if (weight <= most || halves[0]?.sentence === halves[1]?.sentence) continue;
    most = weight;
    best = halves;
  }
  if (best.length === 1 || depth === 1) return best;
  return best.flatMap(({ alignment }) => place(alignment.claim, candidates, source, depth - 1));
}

/** Whether the tokens are only a name in apposition, which belongs to the passage of what it names. */
function isOnlyName(tokens: readonly Token[]): boolean {
  return tokens.every(({ capital, light }) => capital || light);
}

function placeWhole(tokens: readonly Token[], candidates: readonly number[], source: SourceIndex): Placed {
  let best: Placed | undefined;
  for (const sentence of candidates) {
    const alignment = align(tokens, tokensOf(source, sentence));
    if (best === undefined || alignment.weight > best.alignment.weight)
      best = { sentence, alignment, coverage: 0 };
  }
  const chosen = best as Placed;
  return { ...chosen, coverage: contentCoverage(chosen.alignment) };
}

/** The share of the claim's content, including numbers, that the passage has in the same order. */
function contentCoverage({ claim, pairs }: Alignment): number {
  let whole = 0;
  for (const token of claim) if (!token.light) whole += weightOf(token);
  if (whole === 0) return 0;
  let found = 0;
  for (const pair of pairs) {
    const token = claim[pair.claim];
    if (token !== undefined && !token.light) found += weightOf(token);
  }
  return found / whole;
}

/** The tokens of a source sentence, made when they are first needed. */
export function tokensOf(source: SourceIndex, sentence: number): Token[] {
  const known = source.tokens.get(sentence);
  if (known !== undefined) return known;
  const { text, start } = source.sentences[sentence] ?? { text: '', start: 0 };
  const label = LABEL.exec(text)?.[0].length ?? 0;
  const tokens = tokenize(text.slice(label), source.language, start + label);
  source.tokens.set(sentence, tokens);
  return tokens;
}

/** Finds the sentence that a claim copies. In a long source, single words may not lead to it. */
function findOriginal(text: string, source: SourceIndex): number[] {
  if (source.kept.length <= MOST_POSTINGS) return [];
  const wanted = plainWords(text).text.trim();
  const plain = plainText(source);
  const at = wanted === '' ? -1 : findWords(wanted, plain.text);
  return at < 0 ? [] : [sentenceAt(source, plain.offsets[at] ?? 0)];
}

/** Finds the sentences that share most of the claim's rarer words, best first. */
function findCandidates(words: readonly Word[], source: SourceIndex): number[] {
  const gains = new Map<number, number>();
  const seen = new Set<string>();
  for (const { term, light } of words) {
    if (seen.has(term)) continue;
    seen.add(term);
    const postings = source.sentencesWith.get(term);
    if (postings === undefined) continue;
    const weight = Math.log(1 + source.kept.length / postings.length) * (light ? 0.2 : 1);
    for (const sentence of postings.slice(0, MOST_POSTINGS))
      gains.set(sentence, (gains.get(sentence) ?? 0) + weight);
  }
  return [...gains]
    .sort((a, b) => b[1] - a[1] || a[0] - b[0])
    .slice(0, MOST_CANDIDATES)
    .map(([sentence]) => sentence);
}
