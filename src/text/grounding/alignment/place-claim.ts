import { findWords, plainWords } from '#text/grounding/plain-words.ts';
import { type SourceIndex, sentenceAt } from '#text/grounding/source-index.ts';
import { plainText } from '#text/grounding/source-text.ts';
import type { Word } from '#text/sentences/words.ts';
import { type Alignment, align, weightOf } from './align.ts';
import { type Token, tokenize } from './token.ts';

/** A part of a claim beside the source sentence that says it best. */
export type Placed = { sentence: number; alignment: Alignment; coverage: number };

// Sentences that are compared word by word; the right one is nearly always among the first three.
const MOST_CANDIDATES = 6;
// A split must explain at least one more word of content.
const LEAST_GAIN = 0.9;
// A word that is everywhere in a long source need not be looked up in each of its sentences.
const MOST_POSTINGS = 400;
const CONNECTORS: ReadonlySet<string> = new Set(
  'and but while whereas although though und aber während et mais tandis y pero mientras 而 但 并 且'.split(
    ' ',
  ),
);
const LONGEST_CLAIM = 120;
// A list marker, a time in brackets, a speaker: they are not part of what is said.
const LABEL =
  /^\s*(?:(?:[-*•‣▪◦–—>]|\(?\d{1,3}[.)、])\s+)*(?:\[[^\]\n]{1,24}\]\s*)?(?:[\p{L}\p{N}_.'’ -]{1,30}(?:\([^)\n]{1,24}\))?\s?[:：]\s+(?=\S))?/u;

type Claim = { text: string; tokens: readonly Token[]; words: readonly Word[] };

/** Finds for a claim, or for each half of a claim that joins two statements, the source sentence it was made from. */
export function placeClaim({ text, tokens, words }: Claim, source: SourceIndex): Placed[] {
  if (tokens.length === 0) return [];
  const candidates = withoutRepeats(
    [...findOriginal(text, source), ...findCandidates(words, source)],
    source,
  );
  if (candidates.length === 0) return [];
  return place(tokens.slice(0, LONGEST_CLAIM), candidates, source, 2);
}

/** A sentence that repeats an earlier one never fits better. */
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

/** A name in apposition is no statement of its own: it belongs to the passage of what it names. */
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

/** Share of the claim's content, numbers included, that the passage has in the same order. */
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

/** Tokens of a source sentence, made when they are first needed. */
export function tokensOf(source: SourceIndex, sentence: number): Token[] {
  const known = source.tokens.get(sentence);
  if (known !== undefined) return known;
  const { text, start } = source.sentences[sentence] ?? { text: '', start: 0 };
  const label = LABEL.exec(text)?.[0].length ?? 0;
  const tokens = tokenize(text.slice(label), source.language, start + label);
  source.tokens.set(sentence, tokens);
  return tokens;
}

/** The sentence that a claim is a copy of: in a long source the words alone may not lead to it. */
function findOriginal(text: string, source: SourceIndex): number[] {
  if (source.kept.length <= MOST_POSTINGS) return [];
  const wanted = plainWords(text).text.trim();
  const plain = plainText(source);
  const at = wanted === '' ? -1 : findWords(wanted, plain.text);
  return at < 0 ? [] : [sentenceAt(source, plain.offsets[at] ?? 0)];
}

/** Sentences that share most of the claim's rarer words, best first. */
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
