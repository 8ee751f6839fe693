import type { FlagKind, Span } from '#text/grounding/flag.ts';
import { agrees, findQuantities, type Quantity } from '#text/grounding/quantities.ts';
import type { SourceIndex, StatedQuantity } from '#text/grounding/source-index.ts';
import { cognateForm, findKeys, type Key, nameSkeleton } from './find-keys.ts';

/** A detail of the claim with the source clauses that contain it too. */
export type Anchor = {
  id: string;
  start: number;
  end: number;
  weight: number;
  /** Whether this is a name or a number that was hardly counted: no small word, and at least 10 or with a unit. */
  exact: boolean;
  clauses: readonly number[];
};

export type ClaimQuantity = { quantity: Quantity; matches: Quantity[]; clauses: number[] };

export type ClaimClause = { start: number; end: number; text: string; anchors: Anchor[]; keys: Key[] };

/** A claim compared with a source in another language. Offsets are into the claim. */
export type Alignment = {
  clauses: ClaimClause[];
  quantities: ClaimQuantity[];
  anchors: Anchor[];
  /** The source sentences by the weight of what they share with the claim, best first. */
  sentences: { sentence: number; weight: number }[];
};

// Small numbers and common topics are weak anchors.
const WEAK_QUANTITY = 0.4;
const KEY_WEIGHTS = new Map(Object.entries<number>({ c: 0.7, r: 0.9, w: 1 }));

export function align(text: string, language: string, index: AcrossIndex): Alignment {
  const quantities = findQuantities(text, language).map((quantity): ClaimQuantity => {
    const same = index.quantities.filter(
      ({ quantity: other }) => agrees(quantity, other) || isWrittenOtherwise(quantity, other),
    );
    return {
      quantity,
      matches: same.map((other) => other.quantity),
      clauses: [...new Set(same.flatMap(({ clauses }) => clauses))],
    };
  });
  const keys = findKeys(text, language);
  const anchors = [
    ...quantities.map(({ quantity, clauses }, at) => quantityAnchor({ quantity, clauses, at, index })),
    ...keys.map((key) => keyAnchor(key, index)),
  ].filter(({ clauses }) => clauses.length > 0);
  const clauses = splitClauses(text).map(({ start, end }) => ({
    start,
    end,
    text: text.slice(start, end),
    anchors: anchors.filter((anchor) => anchor.start >= start && anchor.start < end),
    keys: keys.filter((key) => key.start >= start && key.start < end),
  }));
  return { clauses, quantities, anchors, sentences: rankSentences(anchors, index) };
}

type QuantityInput = { quantity: Quantity; clauses: readonly number[]; at: number; index: AcrossIndex };

function quantityAnchor({ quantity, clauses, at, index }: QuantityInput): Anchor {
  const weight = rarity(clauses.length, index) * (quantity.weak ? WEAK_QUANTITY : 1.2);
  const { start, end, value, kind, measure, weak } = quantity;
  const exact = !weak && (value >= 10 || kind === 'percent' || kind === 'money' || measure !== undefined);
  return { id: `q:${at}`, start, end, weight, exact, clauses };
}

function keyAnchor({ key, start, end, name }: Key, index: AcrossIndex): Anchor {
  const clauses = index.clausesWith.get(key) ?? [];
  const weight = rarity(clauses.length, index) * (KEY_WEIGHTS.get(key.charAt(0)) ?? 1);
  return { id: key, start, end, weight, exact: name, clauses };
}

// The weight of a detail that only one clause has, whatever the length of the source.
const UNIQUE = 4;

function rarity(count: number, { clauses }: AcrossIndex): number {
  const total = clauses.length;
  return (UNIQUE * Math.log(1 + total / Math.max(1, count))) / Math.log(2 + total);
}

/** Ranks source sentences by the weight of the anchors that they contain, best first. */
export function rankSentences(anchors: readonly Anchor[], index: AcrossIndex): Alignment['sentences'] {
  const shared = new Map<number, Map<string, number>>();
  for (const { id, weight, clauses } of anchors) {
    for (const clause of clauses) {
      const sentence = index.clauses[clause]?.sentence ?? -1;
      const known = shared.get(sentence) ?? new Map<string, number>();
      known.set(id, weight);
      shared.set(sentence, known);
    }
  }
  return [...shared]
    .map(([sentence, weights]) => ({ sentence, weight: total(weights.values()) }))
    .sort((a, b) => b.weight - a.weight || a.sentence - b.sentence);
}

function total(values: Iterable<number>): number {
  let sum = 0;
  for (const value of values) sum += value;
  return sum;
}

export type SourceClause = { start: number; end: number; sentence: number; keys: Set<string> };

/** A source prepared for comparison with a text in another language. */
export type AcrossIndex = {
  source: SourceIndex;
  clauses: SourceClause[];
  /** The clauses of each sentence, by its number. */
  clausesOf: SourceClause[][];
  /** The clauses that contain each key. */
  clausesWith: Map<string, number[]>;
  quantities: { quantity: StatedQuantity; clauses: number[] }[];
  /** Every mention of the quantities, in order of the text. */
  mentions: StatedQuantity[];
  /** The sound skeletons of the capitalised words of the source, each once. */
  skeletons: string[];
  /** The place of each capitalised word, by the form that languages share. */
  names: Map<string, Span>;
};

// A frequent key does not tell one clause from another, so only this many of its clauses are kept.
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
  const capitals = [...source.text.matchAll(CAPITALISED)];
  const skeletons = [...new Set(capitals.map(([name]) => nameSkeleton(name)))].slice(0, MOST_NAMES);
  const names = new Map(
    capitals
      .toReversed()
      .map(({ 0: name, index }) => [cognateForm(name), { start: index, end: index + name.length }]),
  );
  return { source, clauses, clausesOf, clausesWith, quantities, mentions, skeletons, names };
}

/** A passage of a text, and everything that the whole text says. */
export type Passage = { start: number; text: string; index: AcrossIndex };

/**
 * Something that two passages say differently, with offsets into their texts. If one side is null, the other has a
 * detail that this one lacks.
 */
export type Conflict = { kind: FlagKind; claim: Span | null; source: Span | null };

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

// A comma between digits does not separate clauses, but words that open a new statement do.
const BREAK =
  /[;；，。！？!?：—–]|,(?!\d)|(?<!\d):(?!\d)|(?<=\s)(?=(?:but|while|whereas|although|though|because|unless|aber|während|obwohl|weil|doch|sondern|mais|tandis|alors|bien|pero|mientras|aunque|porque)\s)/gu;

/** Splits a sentence into clauses, given as offsets into the sentence. */
export function splitClauses(text: string): Span[] {
  const clauses: Span[] = [];
  let start = 0;
  for (const { index } of text.matchAll(BREAK)) {
    if (index > start) clauses.push({ start, end: index });
    start = index;
  }
  if (start < text.length) clauses.push({ start, end: text.length });
  return clauses.filter(({ start: from, end }) => /[\p{L}\p{N}]/u.test(text.slice(from, end)));
}

/** Whether two quantities are the same, although one language writes it in another way. */
export function isWrittenOtherwise(left: Quantity, right: Quantity): boolean {
  return [isPound, isSpeed, isTime, isDay].some((isAlike) => isAlike(left, right) || isAlike(right, left));
}

/** "85 miles" may stand for 85 miles per hour. */
function isSpeed({ measure, value }: Quantity, other: Quantity): boolean {
  return measure?.dimension === 'length' && value === other.value && isPerTime(other, measure.unit);
}

/** "6.40" may stand for 6:40. */
function isTime({ value, kind, measure }: Quantity, { date }: Quantity): boolean {
  if (kind !== 'number' || measure !== undefined || date?.hour === undefined) return false;
  const hour = Math.floor(value);
  const minute = Math.round((value - hour) * 100);
  return minute === (date.minute ?? 0) && (hour === date.hour || hour === date.hour - 12);
}

function isPerTime({ measure }: Quantity, unit: string): boolean {
  return measure?.dimension === 'speed' && measure.unit.startsWith(unit);
}

/** A pound may be money or a weight, as in German and Japanese. */
function isPound({ currency, value }: Quantity, other: Quantity): boolean {
  return currency === 'GBP' && other.measure?.unit === 'pound' && value === other.value;
}

/** 12号 may be a day or a number: 台风12号. */
function isDay({ value, kind, measure }: Quantity, { date }: Quantity): boolean {
  if (date?.month !== undefined || date?.weekday !== undefined) return false;
  return kind === 'number' && measure === undefined && value === date?.day;
}

/** Words for about as many: une trentaine, una decena. */
const ROUGH = /^\p{L}+(?:aine|ena|enar)s?(?!\p{L})/u;
/** The first of two numbers shares the unit of the second: "between 40 and 55 million". */
const RANGE = /^ ?(?:[-–~～至到]|(?:and|to|or|und|bis|oder|et|à|ou|y|a|o|e) ) ?\d/u;

/** Whether a number only says about how many, or leaves its unit to the number behind it. */
export function isRough({ start, end }: Span, text: string): boolean {
  const written = text.slice(start, end);
  return ROUGH.test(written) || (/^[\d.,]+$/.test(written) && opensRange(written, text, start));
}

/** Whether these digits of a text open a range: "40" in "between 40 and 55 million". */
export function opensRange(digits: string, text: string, at: number): boolean {
  return at >= 0 && RANGE.test(text.slice(at + digits.length, at + digits.length + 8));
}
