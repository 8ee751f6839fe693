import type { SourceIndex, StatedQuantity } from '#text/grounding/source-index.ts';
import { findKeys } from './find-keys.ts';
import { nameSkeleton } from './name-skeleton.ts';
import { splitClauses } from './split-clauses.ts';

export type SourceClause = { start: number; end: number; sentence: number; keys: Set<string> };

/** A source prepared for comparison with a text in another language. */
export type AcrossIndex = {
  source: SourceIndex;
  clauses: SourceClause[];
  /** The clauses of each sentence. */
  clausesOf: SourceClause[][];
  /** Clauses that hold each key. */
  clausesWith: Map<string, number[]>;
  quantities: { quantity: StatedQuantity; clauses: number[] }[];
  /** Every mention of the quantities, in order. */
  mentions: StatedQuantity[];
  /** How the capitalised words of the source sound, each once. */
  skeletons: string[];
};

// A key that is everywhere tells no clause from another.
const MOST_CLAUSES = 300;
const MOST_NAMES = 5_000;
const CAPITALISED = /(?<!\p{L})\p{Lu}\p{Script=Latin}{2,}/gu;

export function indexAcross(source: SourceIndex): AcrossIndex {
  const clauses: SourceClause[] = [];
  const clausesOf: SourceClause[][] = source.sentences.map(() => []);
  const clausesWith = new Map<string, number[]>();
  for (const sentence of source.kept) {
    for (const part of splitClauses(sentence.text)) {
      const text = sentence.text.slice(part.start, part.end);
      const keys = new Set(findKeys(text, source.language).map(({ key }) => key));
      for (const key of keys) {
        const known = clausesWith.get(key);
        if (known === undefined) clausesWith.set(key, [clauses.length]);
        else if (known.length < MOST_CLAUSES) known.push(clauses.length);
      }
      const start = sentence.start + part.start;
      const clause = { start, end: sentence.start + part.end, sentence: sentence.index, keys };
      clauses.push(clause);
      clausesOf[sentence.index]?.push(clause);
    }
  }
  const quantities = source.quantities.map((quantity) => ({
    quantity,
    clauses: quantity.offsets.map((offset) => clauseAt(clauses, offset)),
  }));
  const mentions = source.quantities
    .flatMap((quantity) => quantity.offsets.map((start) => ({ ...quantity, start })))
    .sort((a, b) => a.start - b.start);
  const names = source.text.match(CAPITALISED) ?? [];
  const skeletons = [...new Set(names.map(nameSkeleton))].slice(0, MOST_NAMES);
  return { source, clauses, clausesOf, clausesWith, quantities, mentions, skeletons };
}

function clauseAt(clauses: readonly SourceClause[], offset: number): number {
  let low = 0;
  let high = clauses.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((clauses[middle]?.start ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return Math.max(0, low);
}
