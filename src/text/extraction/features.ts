import { countDecisionCues, isSmallTalk, oralityOf, statesContribution } from './cues.ts';
import { opensUnresolved, withoutSpeaker } from './openings.ts';
import type { Document, Unit } from './units.ts';

/** What a unit is judged by; the order is that of the numbers in a row. */
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

/** What kind of text it is, each from 0 to 1. */
export type Shape = {
  /** How spoken it sounds. */
  orality: number;
  /** How long it is. */
  size: number;
  /** How much of it has a named speaker or sender. */
  turns: number;
  /** Whether it is written without spaces between words. */
  unspaced: number;
};

type Context = {
  language: string;
  topic: ReadonlySet<string>;
  importance: Float64Array;
};

export function measureShape({ units }: Document): Shape {
  let words = 0;
  let speaking = 0;
  let spoken = 0;
  let unspaced = 0;
  for (const unit of units) {
    words += unit.length;
    spoken += unit.spoken;
    if (unit.speaker !== undefined) speaking++;
    if (unit.size < unit.length) unspaced = 1;
  }
  const total = Math.max(1, units.length);
  return {
    orality: oralityOf(spoken, words),
    size: Math.min(1, Math.max(0, Math.log(total / 8) / Math.log(25))),
    turns: speaking / total,
    unspaced,
  };
}

/** Measures every unit; time is in proportion to the number of words. */
export function measureUnits({ units }: Document, context: Context): Float64Array[] {
  const paragraphLengths = new Map<number, number>();
  for (const unit of units) {
    paragraphLengths.set(unit.paragraph, (paragraphLengths.get(unit.paragraph) ?? 0) + unit.size);
  }
  const last = Math.max(1, units.length - 1);
  const sums = units.map(({ terms }) =>
    terms.reduce((sum, term) => sum + (context.importance[term] ?? 0), 0),
  );
  const regions = measureRegions(units, sums);
  return units.map((unit, i) => {
    const next = units[i + 1];
    const important = sums[i] ?? 0;
    const said = unit.kind === 'turn' ? withoutSpeaker(unit.text) : unit.text;
    const labelled = said.length < unit.text.length ? 1 : 0;
    return Float64Array.of(
      i === 0 ? 1 : 0,
      1 / (1 + i / 2),
      i / last,
      i === 0 || units[i - 1]?.paragraph !== unit.paragraph ? 1 : 0,
      Math.log(1 + Math.min(unit.size, 60)),
      unit.size < 7 ? 1 : 0,
      /[?？]["'”’」]?\s*$/u.test(unit.text) ? 1 : 0,
      /^["“‘「『']/u.test(said) ? 1 : 0,
      oralityOf(unit.spoken, unit.length),
      opensUnresolved(said, context.language) ? 1 : 0,
      statesContribution(unit.text, unit.words) ? 1 : 0,
      Math.min(3, countDecisionCues(unit.text)),
      isSmallTalk(unit.text) ? 1 : 0,
      unit.kind === 'quoted' ? 1 : 0,
      unit.kind === 'heading' ? 1 : 0,
      unit.speaker === undefined ? 0 : Math.log(1 + (paragraphLengths.get(unit.paragraph) ?? 0)),
      important / (unit.size + 3),
      important / (unit.terms.length + 2),
      labelled,
      labelled / (unit.size + 3),
      topicShare(unit, context.topic),
      regions[i] ?? 0,
      next === undefined ? 0 : (sums[i + 1] ?? 0) / (next.size + 3),
      count(unit.text, isComma) / (unit.size + 3),
      count(unit.text, opensAnnotation) / (unit.size + 3),
    );
  });
}

// Units on each side that make up the surroundings of one.
const REGION = 5;

/** How important the wording around each unit is: what a talk is about is talked about at length. */
function measureRegions(units: readonly Unit[], sums: readonly number[]): number[] {
  const important = [0];
  const sizes = [0];
  units.forEach(({ size }, i) => {
    important.push((important[i] ?? 0) + ((sums[i] ?? 0) * size) / (size + 3));
    sizes.push((sizes[i] ?? 0) + size);
  });
  return units.map((_, i) => {
    const from = Math.max(0, i - REGION);
    const to = Math.min(units.length, i + REGION + 1);
    return ((important[to] ?? 0) - (important[from] ?? 0)) / ((sizes[to] ?? 0) - (sizes[from] ?? 0) + 1);
  });
}

function count(text: string, matches: (code: number) => boolean): number {
  let hits = 0;
  for (let at = 0; at < text.length; at++) if (matches(text.charCodeAt(at))) hits++;
  return hits;
}

/** A comma or semicolon of any script: asides and lists, and in speech starting over. */
function isComma(code: number): boolean {
  return (
    code === 0x2c || code === 0x3b || code === 0xff0c || code === 0x3001 || code === 0xff1b || code === 0x60c
  );
}

/** A bracket of a transcript's mark or of markup: {pause}, [laughter], <br>. */
function opensAnnotation(code: number): boolean {
  return code === 0x7b || code === 0x5b || code === 0x3c;
}

function topicShare(unit: Unit, topic: ReadonlySet<string>): number {
  if (topic.size === 0) return 0;
  let hits = 0;
  for (const word of unit.words) if (word.id >= 0 && topic.has(word.term)) hits++;
  return hits / (unit.terms.length + 2);
}
