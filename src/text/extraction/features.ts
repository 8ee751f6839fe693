import type { Document, Unit } from './units.ts';
import { oralityOf } from './wording.ts';

/** The features by which a unit is judged, in the order of the numbers in a row. */
export const FEATURES = [
  'first',
  'early',
  'place',
  'paragraphStart',
  'length',
  'short',
  'question',
  'quote',
  'spoken',
  'unresolved',
  'contribution',
  'decision',
  'smallTalk',
  'quoted',
  'heading',
  'turnLength',
  'importance',
  'importanceMean',
  'labelled',
  'labelShare',
  'topic',
  'region',
  'nextImportance',
  'commas',
  'annotations',
] as const;

export type Feature = (typeof FEATURES)[number];

/** Measures of what kind of text it is, each from 0 to 1. */
export type Shape = {
  /** How spoken the text sounds. */
  orality: number;
  /** How long the text is. */
  size: number;
  /** The share of the text that has a named speaker or sender. */
  turns: number;
  /** Whether the text is written without spaces between words. */
  unspaced: number;
};

type Context = {
  topic: ReadonlySet<string>;
  importance: Float64Array;
  /** One weight for each feature, in the order of the features. */
  weights: readonly number[];
};

export function measureShape({ units }: Document): Shape {
  let words = 0;
  let speaking = 0;
  let spoken = 0;
  let unspaced = 0;
  for (const { wording, speaker } of units) {
    words += wording.length;
    spoken += wording.spoken;
    if (speaker !== undefined) speaking++;
    if (wording.size < wording.length) unspaced = 1;
  }
  const total = Math.max(1, units.length);
  return {
    orality: oralityOf(spoken, words),
    size: Math.min(1, Math.max(0, Math.log(total / 8) / Math.log(25))),
    turns: speaking / total,
    unspaced,
  };
}

/** Scores every unit by its features. The time is proportional to the number of words. */
export function scoreUnits({ units }: Document, { topic, importance, weights }: Context): Float64Array {
  const paragraphLengths = new Map<number, number>();
  for (const { paragraph, wording } of units) {
    paragraphLengths.set(paragraph, (paragraphLengths.get(paragraph) ?? 0) + wording.size);
  }
  const last = Math.max(1, units.length - 1);
  const sums = sumImportance(units, importance);
  const regions = measureRegions(units, sums);
  const row = new Float64Array(FEATURES.length);
  return Float64Array.from(units, (unit, i) => {
    const { wording } = unit;
    const next = units[i + 1];
    const important = sums[i] ?? 0;
    const labelled = wording.labelled ? 1 : 0;
    row.set([
      i === 0 ? 1 : 0,
      1 / (1 + i / 2),
      i / last,
      i === 0 || units[i - 1]?.paragraph !== unit.paragraph ? 1 : 0,
      Math.log(1 + Math.min(wording.size, 60)),
      wording.size < 7 ? 1 : 0,
      wording.question ? 1 : 0,
      wording.quote ? 1 : 0,
      oralityOf(wording.spoken, wording.length),
      wording.unresolved ? 1 : 0,
      wording.contribution ? 1 : 0,
      wording.decisions,
      wording.smallTalk ? 1 : 0,
      unit.kind === 'quoted' ? 1 : 0,
      unit.kind === 'heading' ? 1 : 0,
      unit.speaker === undefined ? 0 : Math.log(1 + (paragraphLengths.get(unit.paragraph) ?? 0)),
      important / (wording.size + 3),
      important / (wording.terms.length + 2),
      labelled,
      labelled / (wording.size + 3),
      topicShare(unit, topic),
      regions[i] ?? 0,
      next === undefined ? 0 : (sums[i + 1] ?? 0) / (next.wording.size + 3),
      wording.commas / (wording.size + 3),
      wording.annotations / (wording.size + 3),
    ]);
    return row.reduce((sum, value, k) => sum + value * (weights[k] ?? 0), 0);
  });
}

function sumImportance(units: readonly Unit[], importance: Float64Array): Float64Array {
  return Float64Array.from(units, ({ wording }) =>
    wording.terms.reduce((sum, term) => sum + (importance[term] ?? 0), 0),
  );
}

// The number of units on each side that count as the surroundings of a unit.
const REGION = 5;

/** Measures how important the wording around each unit is, since a text stays with its topic for several units. */
function measureRegions(units: readonly Unit[], sums: Float64Array): Float64Array {
  const important = new Float64Array(units.length + 1);
  const sizes = new Float64Array(units.length + 1);
  units.forEach(({ wording: { size } }, i) => {
    important[i + 1] = (important[i] ?? 0) + ((sums[i] ?? 0) * size) / (size + 3);
    sizes[i + 1] = (sizes[i] ?? 0) + size;
  });
  return Float64Array.from(units, (_, i) => {
    const from = Math.max(0, i - REGION);
    const to = Math.min(units.length, i + REGION + 1);
    return ((important[to] ?? 0) - (important[from] ?? 0)) / ((sizes[to] ?? 0) - (sizes[from] ?? 0) + 1);
  });
}

function topicShare({ wording }: Unit, topic: ReadonlySet<string>): number {
  if (topic.size === 0) return 0;
  let hits = 0;
  for (const word of wording.words) if (word.id >= 0 && topic.has(word.term)) hits++;
  return hits / (wording.terms.length + 2);
}
