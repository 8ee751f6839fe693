import { countDecisionCues, givesExample, isSmallTalk, measureOrality, statesContribution } from './cues.ts';
import { opensUnresolved, withoutSpeaker } from './openings.ts';
import { measureTerms, TERM_FEATURES } from './term-importance.ts';
import type { Document, Unit } from './units.ts';

export const FEATURES = [
  'first',
  'early',
  'place',
  'last',
  'paragraphStart',
  'central',
  'centralSum',
  'later',
  'earlier',
  'lead',
  'topic',
  'length',
  'short',
  'long',
  'question',
  'exclamation',
  'quote',
  'spoken',
  'unresolved',
  'contribution',
  'decision',
  'example',
  'smallTalk',
  'numbers',
  'names',
  'newNames',
  'speakerShare',
  'speakerFirst',
  'quoted',
  'heading',
  'item',
  'phrase',
  'density',
  'introduces',
  'turnLength',
  'answer',
  'importance',
  'importanceMean',
  'labelled',
] as const;

export type Feature = (typeof FEATURES)[number];
export type FeatureRow = Record<Feature, number>;
export type Measured = { rows: FeatureRow[]; shape: Shape; weights: Float64Array };
/** What kind of text it is: how spoken, and how long, each from 0 to 1. */
export type Shape = { orality: number; size: number };

type Context = { language: string; text: string; topic: ReadonlySet<string> };

/** Measures every unit of a document; time is in proportion to the number of words. */
export function measureUnits(
  document: Document,
  { language, text, topic }: Context,
  weigh: (shape: Shape) => readonly number[],
): Measured {
  const { units, termCount } = document;
  const frequency = new Float64Array(termCount);
  for (const unit of units) for (const term of unit.terms) frequency[term] = (frequency[term] ?? 0) + 1;
  const total = units.length;
  const rarity = new Float64Array(termCount);
  for (let term = 0; term < termCount; term++)
    rarity[term] = Math.log(1 + total / (1 + (frequency[term] ?? 0)));
  const seen = new Float64Array(termCount);
  const pairs = countPairs(units, termCount);
  const turnLengths = new Map<number, number>();
  for (const unit of units)
    turnLengths.set(unit.paragraph, (turnLengths.get(unit.paragraph) ?? 0) + unit.length);
  const leadTerms = new Set<number>();
  for (const unit of units.slice(0, Math.max(2, Math.min(4, Math.ceil(total * 0.1))))) {
    for (const term of unit.terms) leadTerms.add(term);
  }
  const wordTotal = units.reduce((sum, unit) => sum + unit.length, 0);
  const orality = measureOrality(text, language, wordTotal);
  const shape = { orality, size: Math.min(1, Math.max(0, Math.log(total / 8) / Math.log(25))) };
  const importance = weighTerms(units, termCount, weigh(shape));
  const speakers = new Map<string, number>();
  for (const unit of units) {
    if (unit.speaker !== undefined)
      speakers.set(unit.speaker, (speakers.get(unit.speaker) ?? 0) + unit.length);
  }
  const spoke = new Set<string>();
  const names = new Set<string>();
  const rows = units.map((unit, i) => {
    let central = 0;
    let later = 0;
    let earlier = 0;
    let inLead = 0;
    let norm = 0;
    let introduces = 0;
    let important = 0;
    let phrase = 0;
    for (let k = 1; k < unit.terms.length; k++) {
      const f = pairs.get((unit.terms[k - 1] ?? 0) * termCount + (unit.terms[k] ?? 0)) ?? 1;
      phrase += Math.log(f);
    }
    for (const term of unit.terms) {
      const f = frequency[term] ?? 0;
      const weight = rarity[term] ?? 0;
      const before = seen[term] ?? 0;
      central += Math.log(f);
      later += weight * Math.log(1 + Math.max(0, f - before - 1));
      earlier += weight * Math.log(1 + before);
      norm += weight;
      important += importance[term] ?? 0;
      if (before === 0) introduces += Math.log(f);
      if (leadTerms.has(term)) inLead++;
    }
    for (const term of unit.terms) seen[term] = (seen[term] ?? 0) + 1;
    const count = Math.max(1, unit.terms.length);
    const said = unit.kind === 'turn' ? withoutSpeaker(unit.text) : unit.text;
    const found = findNames(unit);
    let fresh = 0;
    for (const name of found) {
      if (!names.has(name)) fresh++;
      names.add(name);
    }
    const speakerFirst = unit.speaker !== undefined && !spoke.has(unit.speaker) ? 1 : 0;
    if (unit.speaker !== undefined) spoke.add(unit.speaker);
    const previous = units[i - 1];
    const inTopic =
      topic.size === 0 ? 0 : unit.words.filter((word) => !word.light && topic.has(word.term)).length;
    return {
      first: i === 0 ? 1 : 0,
      early: 1 / (1 + i / 2),
      place: total > 1 ? i / (total - 1) : 0,
      last: i >= total - 2 && total > 4 ? 1 : 0,
      paragraphStart: previous === undefined || previous.paragraph !== unit.paragraph ? 1 : 0,
      central: central / (count + 4),
      centralSum: central / Math.sqrt(count + 2),
      later: later / (norm + 4),
      earlier: earlier / (norm + 4),
      lead: i < 2 ? 0 : inLead / (count + 2),
      topic: inTopic / (count + 2),
      length: Math.log(1 + Math.min(unit.length, 60)),
      short: unit.length < 7 ? 1 : 0,
      long: Math.max(0, unit.length - 40) / 20,
      question: /[?？]["'”’」]?\s*$/u.test(unit.text) ? 1 : 0,
      exclamation: /[!！]["'”’」]?\s*$/u.test(unit.text) ? 1 : 0,
      quote: /^["“‘「『']/u.test(said) ? 1 : 0,
      spoken: spokenShare(unit, language),
      unresolved: opensUnresolved(said, language) ? 1 : 0,
      contribution: statesContribution(unit.text) ? 1 : 0,
      decision: Math.min(3, countDecisionCues(unit.text)),
      example: givesExample(said) ? 1 : 0,
      smallTalk: isSmallTalk(unit.text) ? 1 : 0,
      numbers: Math.min(3, unit.text.match(/\d+(?:[.,]\d+)*/g)?.length ?? 0),
      names: Math.min(4, found.length),
      newNames: Math.min(4, fresh),
      speakerShare:
        unit.speaker === undefined ? 0 : (speakers.get(unit.speaker) ?? 0) / Math.max(1, wordTotal),
      speakerFirst,
      quoted: unit.kind === 'quoted' ? 1 : 0,
      heading: unit.kind === 'heading' ? 1 : 0,
      item: unit.kind === 'item' ? 1 : 0,
      phrase: phrase / (count + 2),
      density: unit.terms.length / (unit.length + 3),
      introduces: introduces / (count + 4),
      turnLength: unit.speaker === undefined ? 0 : Math.log(1 + (turnLengths.get(unit.paragraph) ?? 0)),
      answer:
        previous !== undefined && previous.speaker !== unit.speaker && /[?？]\s*$/u.test(previous.text)
          ? 1
          : 0,
      importance: important / (unit.length + 3),
      importanceMean: important / (count + 2),
      labelled: unit.kind === 'turn' && said.length < unit.text.length ? 1 : 0,
    };
  });
  return { rows, shape, weights: importance };
}

function weighTerms(units: readonly Unit[], termCount: number, weights: readonly number[]): Float64Array {
  const rows = measureTerms(units, termCount);
  const width = TERM_FEATURES.length;
  const importance = new Float64Array(termCount);
  for (let term = 0; term < termCount; term++) {
    let value = weights[width] ?? 0;
    for (let k = 0; k < width; k++) value += (weights[k] ?? 0) * (rows[term * width + k] ?? 0);
    importance[term] = Math.max(0.01, value);
  }
  return importance;
}

function countPairs(units: readonly Unit[], termCount: number): Map<number, number> {
  const pairs = new Map<number, number>();
  for (const { terms } of units) {
    for (let k = 1; k < terms.length; k++) {
      const key = (terms[k - 1] ?? 0) * termCount + (terms[k] ?? 0);
      pairs.set(key, (pairs.get(key) ?? 0) + 1);
    }
  }
  return pairs;
}

function spokenShare(unit: Unit, language: string): number {
  return measureOrality(unit.text, language, unit.length);
}

/** Capitalised words inside a sentence; where case is missing, nothing is called a name. */
function findNames(unit: Unit): string[] {
  const names: string[] = [];
  for (const match of unit.text.matchAll(/(?<=[\p{L}\d,;:"“'’)] ?)\b\p{Lu}[\p{L}\p{M}\d]+/gu))
    names.push(match[0]);
  return names;
}
