import type { AcrossIndex } from '#text/grounding/across/align.ts';
import { weighText } from './fit-batch.ts';

interface Span {
  start: number;
  end: number;
}

/** Neighbouring sentences of a source and those that translate them. Either side may have none. */
export interface Pairing {
  source: Span | null;
  target: Span | null;
}

/** A sentence, with the ones before it that end without punctuation. */
interface Unit extends Span {
  weight: number;
  keys: Set<string>;
}

/** How long a translation into a language is, compared with English. Measured on published translations. */
const lengths = new Map(Object.entries({ en: 1, de: 1.14, fr: 1.15, es: 1.14, zh: 0.92, ja: 1.05 }));

/** The sentences that a step may take from each side, and what it costs. Most sentences become one sentence. */
const steps = [
  { source: 1, target: 1, cost: 0 },
  { source: 1, target: 2, cost: 2.5 },
  { source: 2, target: 1, cost: 2.5 },
  { source: 1, target: 3, cost: 5 },
  { source: 3, target: 1, cost: 5 },
  { source: 2, target: 2, cost: 5 },
  { source: 1, target: 0, cost: 4 },
  { source: 0, target: 1, cost: 4 },
];
/** The variance of a translation's length for each letter of the source. */
const variance = 7;
const mostLengthCost = 14;
/** A sentence that shares nothing with the sentence it would belong to. */
const strangerCost = 1.5;
const mostShared = 5;
/** Translations keep the order of sentences, so only places near the diagonal are compared. */
const band = 12;

/** The share of a lone sentence by which its side must be longer than the other, so that it was not merged into it. */
const leastSurplus = 0.15;

/**
 * Pairs the sentences of a paragraph with those of its translation, by their order, lengths and common details. A
 * sentence stands alone only if its side is longer by about its length.
 */
export function pairSentences(source: AcrossIndex, target: AcrossIndex): Pairing[] {
  const from = unitsOf(source);
  const to = unitsOf(target);
  const scale = scaleOf(source, target, from, to);
  const slope = to.length / Math.max(1, from.length);
  const rows: Row[] = [];
  for (let row = 0; row <= from.length; row++) {
    const cells: Row = new Map();
    rows.push(cells);
    const middle = Math.round(row * slope);
    for (let column = Math.max(0, middle - band); column <= Math.min(to.length, middle + band); column++) {
      if (row === 0 && column === 0) cells.set(0, { cost: 0, step: null });
      for (const step of steps) {
        const before = rows[row - step.source]?.get(column - step.target);
        if (before === undefined) continue;
        const own = from.slice(row - step.source, row);
        const other = to.slice(column - step.target, column);
        const cost = before.cost + step.cost + costOf(own, other, scale);
        if (cost < (cells.get(column)?.cost ?? Number.POSITIVE_INFINITY)) cells.set(column, { cost, step });
      }
    }
  }
  let surplus = weightOf(to) / scale - weightOf(from);
  return traceBack(rows, from, to).flatMap(({ own, other }) => {
    const alone = weightOf(other) / scale - weightOf(own);
    if (own.length > 0 && other.length > 0) return [{ source: spanOf(own), target: spanOf(other) }];
    if (alone > 0 ? surplus < alone * leastSurplus : surplus > alone * leastSurplus) return [];
    surplus -= alone;
    return [{ source: spanOf(own), target: spanOf(other) }];
  });
}

type Row = Map<number, { cost: number; step: (typeof steps)[number] | null }>;
type Bead = { own: Unit[]; other: Unit[] };

function traceBack(rows: readonly Row[], from: readonly Unit[], to: readonly Unit[]): Bead[] {
  const beads: Bead[] = [];
  let row = from.length;
  let column = to.length;
  for (;;) {
    const step = rows[row]?.get(column)?.step ?? null;
    if (step === null) return beads.toReversed();
    beads.push({
      own: from.slice(row - step.source, row),
      other: to.slice(column - step.target, column),
    });
    row -= step.source;
    column -= step.target;
  }
}

function spanOf(units: readonly Unit[]): Span | null {
  const [first] = units;
  const last = units.at(-1);
  return first === undefined || last === undefined ? null : { start: first.start, end: last.end };
}

const ended = /[.!?。！？…][\p{Pe}\p{Pf}"'”’]*\s*$/u;

function unitsOf({ source, clausesOf, quantities, clauses }: AcrossIndex): Unit[] {
  const numbers = new Map<number, string[]>();
  for (const { quantity, clauses: at } of quantities) {
    if (quantity.weak) continue;
    for (const clause of at) {
      const sentence = clauses[clause]?.sentence ?? -1;
      numbers.set(sentence, [...(numbers.get(sentence) ?? []), `n:${quantity.value}`]);
    }
  }
  const units: Unit[] = [];
  let isOpen = false;
  for (const { index, text, start, end } of source.sentences) {
    const keys = [
      ...(clausesOf[index] ?? []).flatMap((clause) => [...clause.keys]),
      ...(numbers.get(index) ?? []),
    ];
    const weight = weighText(text);
    const last = units.at(-1);
    if (isOpen && last !== undefined) {
      for (const key of keys) last.keys.add(key);
      last.weight += weight;
      last.end = end;
    } else units.push({ start, end, weight, keys: new Set(keys) });
    isOpen = !ended.test(text);
  }
  return units;
}

/** How much longer a target sentence is than its source. */
function scaleOf(
  source: AcrossIndex,
  target: AcrossIndex,
  from: readonly Unit[],
  to: readonly Unit[],
): number {
  const own = lengths.get(source.source.language);
  const other = lengths.get(target.source.language);
  if (own !== undefined && other !== undefined) return other / own;
  return Math.max(1, weightOf(to)) / Math.max(1, weightOf(from));
}

function weightOf(units: readonly Unit[]): number {
  return units.reduce((sum, { weight }) => sum + weight, 0);
}

function costOf(source: readonly Unit[], target: readonly Unit[], scale: number): number {
  if (source.length === 0 || target.length === 0) return 0;
  const own = weightOf(source);
  const other = weightOf(target) / scale;
  const distance = (other - own) ** 2 / (2 * variance * Math.max(own, other, 10));
  const many = source.length > 1 ? source : target;
  const single = source.length > 1 ? target : source;
  const strangers =
    many.length === 1 ? 0 : many.filter((unit) => !single.some((each) => shared(unit, each) > 0)).length;
  let common = 0;
  for (const unit of source) for (const each of target) common += shared(unit, each);
  return Math.min(distance, mostLengthCost) + strangers * strangerCost - Math.min(common, mostShared);
}

function shared(left: Unit, right: Unit): number {
  let weight = 0;
  for (const key of left.keys) if (right.keys.has(key)) weight += key.startsWith('n:') ? 2 : 0.8;
  return weight;
}
