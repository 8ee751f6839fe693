import { CHAT_LABEL } from '#text/sentences/blocks.ts';
import { isRequest } from './bonds.ts';
import passages from './passages.json' with { type: 'json' };
import { makesStatement, tellsDone } from './statements.ts';
import type { Document, Unit } from './units.ts';
import { CHARACTERS_PER_WORD, oralityOf } from './wording.ts';

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

const RECAP = new RegExp(String.raw`(?<!\p{L})(?:${passages.recap})(?!\p{L})`, 'iu');
// This outweighs what the place of a sentence gives it.
const RITUAL_COST = 0.25;
const BEGINS = new RegExp(String.raw`(?<!\p{L})(?:${passages.begins})`, 'iu');
// A meeting begins within this part of its record; what is said before is about the call itself.
const OPENING_SHARE = 5;
const NO_TALK = -0.2;
const SETTLED_WORTH = 0.1;
const MATTER = new RegExp(String.raw`(?<!\p{L})(?:${passages.matter})`, 'iu');
const SETTLED = new RegExp(String.raw`(?<!\p{L})(?:${passages.settled})`, 'iu');
const MACHINE = /(?:^|[\s_-])bot(?:$|\W)|\bsystem$/iu;
const RITUAL = new RegExp(String.raw`^(?:${passages.ritual})`, 'u');
const ASKER = /^(?:q|question|interviewer|frage|pregunta|问|問)$/iu;
// These are matched against lower case, which is much faster than ignoring case.
const DEADLINE = new RegExp(String.raw`(?<![a-zß-ÿ])(?:${passages.deadline})`, 'u');
const REASON = new RegExp(String.raw`(?<![a-zß-ÿ])(?:${passages.reason})(?![a-zß-ÿ])`, 'u');
const NUMBER_WORDS = new RegExp(String.raw`(?<![a-zß-ÿ])(?:${passages.numberWords})(?![a-zß-ÿ])`, 'u');
const FINISHED = /[.!?。！？…؟]["'”’»」』)）]*\s*$/u;
const FIRST_PERSON =
  /^\s*(?:(?:and|but|so|then|well),? )?(?:I|my|ich|mein\p{L}*|je|mon|ma|yo|mi)(?:['’]\p{L}+)? /iu;
const DUTY = new RegExp(String.raw`(?<![a-zß-ÿ])(?:${passages.duty})(?![a-zß-ÿ])`, 'u');
const CLAUSE = /^\d{1,2}\.\d{1,2}\.?\s/u;
const FEWEST_CLAUSES = 5;
// Names and addresses of the parties come before what they agree on.
const PREAMBLE = 0.4;
const DISCUSSION = 0.4;
const MOST_FIGURES = 3;
const MOSTLY = 0.65;
const FEWEST_TURNS = 5;
// In a meeting of hours all of this is said in passing; the fitted weights choose better.
const LONG_MEETING = 150;
const SHORT = 7;
const SHORT_PROSE = 9;
const LONG_TALK = 30;
const BRIEF_TURN = 36;
const ANSWER = 0.05;
const MONEY = /[$€£¥₹]|\b(?:eur|usd|gbp|chf|euros?|dollars?|pounds?|yen|yuan)\b|[元円]/u;

/**
 * Measures what a reader looks for besides the topic, in the size of scores: figures; in a contract what is allowed;
 * in a discussion what was decided, found and done, but not its small talk or the questions of an interviewer.
 */
export function measureCues(units: readonly Unit[], shape: Shape, language: string): Float64Array {
  const isContract = units.filter(({ text }) => CLAUSE.test(text)).length >= FEWEST_CLAUSES;
  const firstClause = isContract ? units.findIndex(({ text }) => CLAUSE.test(text)) : 0;
  const cues = Float64Array.from(units, (unit, at) => {
    const { kind, wording } = unit;
    if (kind === 'heading') return 0;
    const said = wording.said.toLowerCase();
    const figures = countFigures(said);
    let cue = figures * (isContract ? 0.03 : 0.014);
    if (figures > 0 && MONEY.test(said)) cue += isContract ? 0.1 : 0.02;
    if (isContract && DUTY.test(said)) cue += 0.02;
    if (DEADLINE.test(said)) cue += 0.03;
    if (REASON.test(said)) cue += 0.03;
    if (RITUAL.test(said)) cue -= RITUAL_COST;
    if (at < firstClause) cue -= PREAMBLE;
    if (wording.question && !isRequest(wording)) cue -= 0.04;
    if (kind !== 'prose') return cue;
    const before = units[at - 1];
    if (before?.kind === 'prose' && before.wording.question) cue += ANSWER;
    return wording.size < SHORT_PROSE ? cue - 0.04 : cue;
  });
  if (shape.turns < DISCUSSION) return cues;
  if (units.length > LONG_MEETING) return new Float64Array(units.length);
  const talk = measureTalk(units, shape, language);
  return cues.map((cue, at) => cue + (talk[at] ?? 0));
}

/** Measures what counts in a discussion: decisions, findings and work, not who asks or only says yes. */
function measureTalk(units: readonly Unit[], { unspaced }: Shape, language: string): Float64Array {
  const asking = findAsking(units);
  const isInterview = asking.size > 0;
  const isLong = units.length >= LONG_TALK;
  const widthOf = (said: string) => said.length * (unspaced > 0 ? CHARACTERS_PER_WORD : 1);
  let recap = -1;
  const begun = units.findIndex(({ text }, at) => at * OPENING_SHARE < units.length && BEGINS.test(text));
  return Float64Array.from(units, ({ text, kind, paragraph, speaker, wording }, at) => {
    if (kind === 'heading') return 0;
    const { said } = wording;
    if (at <= begun || (speaker !== undefined && MACHINE.test(speaker))) return NO_TALK;
    const figures = countFigures(said.toLowerCase());
    let cue = isInterview ? figures * 0.02 : 0;
    if (wording.question && isRequest(wording)) cue += 0.04;
    if (recap === paragraph) cue += 0.1;
    if (RECAP.test(text)) recap = paragraph;
    const settled = SETTLED.test(said) || makesStatement('decision', text, language);
    if (settled && !makesStatement('undecided', text, language)) cue += SETTLED_WORTH;
    else if (makesStatement('finding', text, language) || tellsDone(text, language)) cue += 0.05;
    if (MATTER.test(said)) cue += 0.1;
    if (speaker !== undefined && asking.has(speaker)) cue -= 0.08;
    if (isInterview && wording.size < SHORT) cue -= 0.05;
    if (wording.labelled && (isLong || CHAT_LABEL.test(text)) && widthOf(said) < BRIEF_TURN) cue -= 0.1;
    return isLong && figures === 0 && FIRST_PERSON.test(said) ? cue - 0.04 : cue;
  });
}

const BEFORE_NEWS = -0.25;
const PERSONAL_OPENING = -0.15;
const FEWEST_AFTER_OPENING = 12;
const NEWS = 0.06;
const FEWEST_SHARED = 2;
const FEWEST_SHARED_PAIRS = 5;
const LATEST_NEWS = 4;

/**
 * Measures which units of a report only lead to its news. A report that opens with a scene comes to its title within
 * a few paragraphs; what is before that says little in a summary.
 */
export function measureOpening(
  units: readonly Unit[],
  topic: ReadonlySet<string>,
  shape: Shape,
): Float64Array {
  const measures = new Float64Array(units.length);
  const fewest = shape.unspaced > 0 ? FEWEST_SHARED_PAIRS : FEWEST_SHARED;
  if (topic.size <= fewest || shape.turns >= DISCUSSION) return measures;
  const start = units.findIndex(({ kind, text }) => kind === 'prose' && FINISHED.test(text));
  const told = new Set([...topic].map(rootOf));
  const scene = units[start]?.text ?? '';
  if (units.length >= FEWEST_AFTER_OPENING && FIRST_PERSON.test(scene) && countFigures(scene) === 0)
    for (let at = start; units[at]?.paragraph === units[start]?.paragraph; at++)
      if (at === start || FIRST_PERSON.test(units[at]?.text ?? '')) measures[at] = PERSONAL_OPENING;
  const paragraphs = new Set<number>();
  let [best, most] = [-1, 0];
  for (let at = start; at >= 0 && at < units.length; at++) {
    const unit = units[at];
    if (unit === undefined || unit.kind === 'heading' || unit.kind === 'item') break;
    if (best >= 0 && unit.paragraph !== units[best]?.paragraph) break;
    paragraphs.add(unit.paragraph);
    if (paragraphs.size > LATEST_NEWS) break;
    const roots = unit.wording.words.flatMap(({ id, term }) => (id >= 0 ? [rootOf(term)] : []));
    const shared = new Set(roots.filter((root) => told.has(root)));
    if (shared.size >= Math.max(fewest, most + 1)) [best, most] = [at, shared.size];
  }
  if (best < 0 || units[best]?.paragraph === units[start]?.paragraph) return measures;
  for (let at = start; units[at]?.paragraph !== units[best]?.paragraph; at++) measures[at] = BEFORE_NEWS;
  measures[best] = NEWS;
  return measures;
}

// Stems of a title and of a sentence may differ in their last letters: "Anwohner", "Anwohnern".
const ROOT = 5;

function rootOf(term: string): string {
  return term.slice(0, ROOT);
}

/** Counts the numbers in a text in lower case. */
function countFigures(said: string): number {
  const digits = new Set(said.match(/\d+(?:[.,]\d+)*/gu)).size;
  return Math.min(MOST_FIGURES, digits + (NUMBER_WORDS.test(said) ? 1 : 0));
}

/** Finds the speakers who mostly ask, as an interviewer does, if others mostly answer. */
function findAsking(units: readonly Unit[]): Set<string> {
  const counts = new Map<string, { turns: Set<number>; asking: Set<number> }>();
  for (const { speaker, paragraph, wording } of units) {
    if (speaker === undefined) continue;
    const count = counts.get(speaker) ?? { turns: new Set(), asking: new Set() };
    counts.set(speaker, count);
    count.turns.add(paragraph);
    if (wording.question) count.asking.add(paragraph);
  }
  const all = [...counts].filter(([, { turns }]) => turns.size >= FEWEST_TURNS);
  const asking = all.filter(
    ([speaker, count]) => ASKER.test(speaker) || count.asking.size >= count.turns.size * MOSTLY,
  );
  return asking.length < all.length ? new Set(asking.map(([speaker]) => speaker)) : new Set();
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
