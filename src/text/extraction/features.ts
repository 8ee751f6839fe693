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
  return units.map((unit, i) => {
    const said = unit.kind === 'turn' ? withoutSpeaker(unit.text) : unit.text;
    const labelled = said.length < unit.text.length ? 1 : 0;
    const important = unit.terms.reduce((sum, term) => sum + (context.importance[term] ?? 0), 0);
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
    );
  });
}

function topicShare(unit: Unit, topic: ReadonlySet<string>): number {
  if (topic.size === 0) return 0;
  let hits = 0;
  for (const word of unit.words) if (word.id >= 0 && topic.has(word.term)) hits++;
  return hits / (unit.terms.length + 2);
}
