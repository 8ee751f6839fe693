import type { FlagKind, Span } from '#text/grounding/flag.ts';
import { datesConflict } from '#text/grounding/quantities/quantity.ts';
import { agrees, conflict, findQuantities, isYear, type Quantity } from '#text/grounding/quantities.ts';
import {
  type Conflict,
  isRough,
  isWrittenOtherwise,
  opensRange,
  type Passage,
  splitClauses,
} from './align.ts';
import { findConcepts } from './find-keys.ts';
import { type Mood, moodOf } from './mood.ts';
import { movableNames, nameConflicts } from './name-conflicts.ts';
import words from './words.json' with { type: 'json' };

/** The languages whose numbers, dates and common words are all read. */
const READ = new Set(['en', 'de', 'fr', 'es', 'zh', 'ja']);

export function isRead(language: string): boolean {
  return READ.has(language);
}

/** Finds what two passages in different languages say differently, if they surely are about the same. */
export function findPairConflicts(claim: Passage, source: Passage): Conflict[] {
  return [
    ...quantityConflicts(claim, source),
    ...nameConflicts(claim, source),
    ...directionConflicts(claim, source),
    ...moodConflicts(claim, source),
  ];
}

function quantityConflicts(claim: Passage, source: Passage): Conflict[] {
  if (!isRead(claim.index.source.language) || !isRead(source.index.source.language)) return [];
  const own = unmatched(claim, source);
  const other = unmatched(source, claim);
  const conflicts: Conflict[] = [];
  for (const quantity of own) {
    const at = other.findIndex((each) => isSameSort(quantity, each));
    const [partner] = at < 0 ? [] : other.splice(at, 1);
    if (partner !== undefined)
      conflicts.push({
        kind: kindOf(quantity, partner),
        claim: placed(quantity, claim),
        source: placed(partner, source),
      });
    else if (isSure(quantity, claim, source))
      conflicts.push({ kind: kindOf(quantity), claim: placed(quantity, claim), source: null });
  }
  for (const quantity of other) {
    if (isSure(quantity, source, claim))
      conflicts.push({ kind: kindOf(quantity), claim: null, source: placed(quantity, source) });
  }
  return conflicts;
}

function unmatched({ text, index: own }: Passage, { text: passage, index }: Passage): Quantity[] {
  const anywhere = index.quantities.map(({ quantity }) => quantity);
  // An ordinal elsewhere in the text, as in a date, is not the same.
  const near = findQuantities(passage, index.source.language);
  return findQuantities(text, own.source.language)
    .filter((quantity) => !isVague(quantity, text))
    .filter(
      (quantity) => !(quantity.kind === 'ordinal' ? near : anywhere).some((other) => isSame(quantity, other)),
    );
}

/** Whether two quantities say the same. What is "more than" in one language may be "over" or 超 in another. */
function isSame(own: Quantity, other: Quantity): boolean {
  const left = withoutHedge(own);
  const right = withoutHedge(other);
  return agrees(left, right) || agrees(right, left) || isWrittenOtherwise(left, right);
}

function withoutHedge(quantity: Quantity): Quantity {
  const plain = { ...quantity };
  delete plain.approximate;
  return plain;
}

/** Words that only count in bulk: millions, Dutzende. */
const BULK = new Set([10, 12, 100, 1e3, 1e4, 1e6, 1e8, 1e9, 1e12]);
const DECADE = /^(?:['’]?s(?!\p{L})|er(?!\p{L})|\s?年代|[世紀纪])/u;

/** Whether languages say a quantity in too many ways to be compared: one, millions, the 1990s. */
function isVague({ value, kind, date, weak, measure, start, end }: Quantity, text: string): boolean {
  if (date !== undefined) return date.hour !== undefined;
  if (kind === 'percent') return value === 100;
  if (kind === 'fraction') return false;
  const written = text.slice(start, end);
  if (isRough({ start, end }, text)) return true;
  if (!/\d/.test(written) && BULK.has(value)) return true;
  if (/^[一二三四五六七八九]{2,3}$/u.test(written)) return true;
  return (weak && value < 2) || measure?.unit === 'century' || DECADE.test(text.slice(end, end + 4));
}

function isSameSort(left: Quantity, right: Quantity): boolean {
  if (left.date !== undefined && right.date !== undefined) return datesConflict(left.date, right.date);
  if (left.kind === 'date' || right.kind === 'date') return isYear(left) && isYear(right);
  if (left.kind === 'ordinal' || right.kind === 'ordinal') return left.kind === right.kind;
  if (isShare(left) || isShare(right)) return isShare(left) && isShare(right);
  const [own, other] = [left.measure?.dimension, right.measure?.dimension];
  if (own !== other) return left.value === right.value && DISTANCES.has(own) && DISTANCES.has(other);
  if (left.kind === 'money' || right.kind === 'money') return left.kind === right.kind;
  return left.weak === right.weak;
}

const DISTANCES: ReadonlySet<string | undefined> = new Set(['length', 'speed']);

function isShare({ kind }: Quantity): boolean {
  return kind === 'percent' || kind === 'fraction';
}

const LEAST_SURE = 13;
const QUOTED = /["“„«「『»]\s?([^"“”„«»「」『』]{8,400})["”“»」』«]/gu;

/** Whether a quantity that has no counterpart was surely lost or added. */
function isSure(quantity: Quantity, { text }: Passage, other: Passage): boolean {
  const { value, kind, weak, date, start } = quantity;
  if (date !== undefined)
    return date.month !== undefined && (date.day !== undefined || date.year !== undefined);
  // Outside quotations, an ordinal may be put in other words.
  if (kind === 'ordinal') return value >= 3 && isQuotedAt(text, start) && !isCountedIn(value, other);
  if (kind === 'fraction' || weak) return false;
  if (Number.isInteger(value) && value < LEAST_SURE && kind === 'number') return false;
  const [digits = String(value)] = /\d[\d.,]*(?<=\d)/.exec(text.slice(start, quantity.end)) ?? [];
  return (
    !other.index.source.text.includes(String(value)) &&
    !opensRange(digits, other.text, other.text.indexOf(digits))
  );
}

function isQuotedAt(text: string, at: number): boolean {
  return Array.from(text.matchAll(QUOTED)).some(
    ({ index, 0: { length } }) => index < at && at < index + length,
  );
}

/** Whether a passage has the number of an ordinal in any form: "the fourth", "4", "a quarter", "April". */
function isCountedIn(number: number, { text, index }: Passage): boolean {
  return findQuantities(text, index.source.language).some(({ value, date }) =>
    [value, 1 / value, date?.day, date?.month, date?.quarter].includes(number),
  );
}

function kindOf(quantity: Quantity, partner?: Quantity): FlagKind {
  if (quantity.kind === 'date') return 'date';
  const found = partner === undefined ? null : conflict(quantity, partner);
  return found === 'currency' || found === 'unit' ? found : 'number';
}

function placed({ start, end }: Span, passage: Passage): Span {
  return { start: passage.start + start, end: passage.start + end };
}

/**
 * Concepts whose opposite in a translation is an error. Each may have a broader concept, whose words do not show that
 * it is meant, but that it may be.
 */
const DIRECTIONS = words.directions.map((pair) =>
  pair.split('/').map((side) => {
    const [name = '', broad = name] = side.split(':');
    return { name, broad };
  }),
);

type Direction = (typeof DIRECTIONS)[number][number];
type Found = ReturnType<typeof findConcepts>;

function directionConflicts(claim: Passage, source: Passage): Conflict[] {
  const own = findConcepts(claim.text, claim.index.source.language);
  const other = findConcepts(source.text, source.index.source.language);
  const bound = boundDirections(claim, source);
  if (bound.length > 0) return bound;
  return eachDirection().flatMap(([wrong, right]): Conflict[] => {
    const at = own.find(({ name }) => name === wrong.name);
    const against = other.find(({ name }) => name === right.name);
    if (at === undefined || against === undefined || names(own, right) || names(other, wrong)) return [];
    if (isDeniedAt(at, claim) || isDeniedAt(against, source)) return [];
    return [{ kind: 'polarity', claim: placed(at, claim), source: placed(against, source) }];
  });
}

function eachDirection(): [Direction, Direction][] {
  return DIRECTIONS.flatMap(([left, right]) =>
    left && right
      ? [
          [left, right],
          [right, left],
        ]
      : [],
  );
}

function names(found: Found, { name, broad }: Direction): boolean {
  return found.some((each) => each.name === name || each.name === broad);
}

/** Finds clauses with the same exact number that say opposite things of it: "exports rose 11 percent". */
function boundDirections(claim: Passage, source: Passage): Conflict[] {
  const told = clausesOf(source);
  return clausesOf(claim).flatMap((own) =>
    told
      .filter((other) => own.quantities.some((one) => other.quantities.some((each) => isSame(one, each))))
      .flatMap((other) =>
        eachDirection().flatMap(([wrong, right]): Conflict[] => {
          const at = own.concepts.find(({ name }) => name === wrong.name);
          const against = other.concepts.find(({ name }) => name === right.name);
          const isClear = !names(own.concepts, right) && !names(other.concepts, wrong);
          if (at === undefined || against === undefined || !isClear) return [];
          const [stated, given] = [moved(at, own.start), moved(against, other.start)];
          if (isDeniedAt(stated, claim) || isDeniedAt(given, source)) return [];
          return [{ kind: 'polarity', claim: placed(stated, claim), source: placed(given, source) }];
        }),
      ),
  );
}

function moved({ start, end }: Span, by: number): Span {
  return { start: start + by, end: end + by };
}

/** Whether a word is denied where it stands: "no pueden", 増えなかった. */
function isDeniedAt({ start, end }: Span, passage: Passage): boolean {
  const around = isSpaced(passage)
    ? passage.text.slice(Math.max(0, start - 20), end)
    : passage.text.slice(Math.max(0, start - 4), end + 6);
  return moodOf(around.replace(/^.*[.,;:!?。，、；]/su, ''), passage.index.source.language)?.denied ?? false;
}

function clausesOf({ text, index }: Passage) {
  const { language } = index.source;
  return splitClauses(text).map(({ start, end }) => {
    const clause = text.slice(start, end);
    const exact = findQuantities(clause, language).filter(({ weak, date }) => !weak && date === undefined);
    return { start, quantities: exact, concepts: findConcepts(clause, language) };
  });
}

/** Finds a negation that only one side has, and a condition that the claim leaves out. */
function moodConflicts(claim: Passage, source: Passage): Conflict[] {
  const own = moodOf(claim.text, claim.index.source.language);
  const other = moodOf(source.text, source.index.source.language);
  if (own === undefined || other === undefined) return [];
  const conflicts: Conflict[] = [];
  if ((other.refuted && !own.denied && !own.negative) || isLessDenied(claim, source))
    conflicts.push({ kind: 'negation', claim: null, source: whole(source) });
  if ((own.refuted && !other.denied && !other.negative) || isLessDenied(source, claim))
    conflicts.push({ kind: 'negation', claim: whole(claim), source: null });
  if (other.conditional && !own.conditional && !own.conditioned)
    conflicts.push({ kind: 'condition', claim: null, source: whole(source) });
  return conflicts;
}

/** Whether one of the quotations has fewer clauses that say no, although it has the same number of clauses. */
function isLessDenied(passage: Passage, other: Passage): boolean {
  const own = quotedMoods(passage);
  const told = quotedMoods(other);
  if (own.length !== told.length) return false;
  const inOrder = isSpaced(passage) && isSpaced(other);
  return own.some((moods, at) => {
    const others = told[at] ?? [];
    if (moods.length < 2 || moods.length !== others.length) return false;
    const open = moods.filter(isOpen).length;
    const isFewer = others.filter(({ refuted }) => refuted).length > moods.length - open;
    return isFewer || (inOrder && others.some(({ refuted }, k) => refuted && isOpen(moods[k])));
  });
}

function isOpen(mood: Mood | undefined): boolean {
  return mood !== undefined && !mood.denied && !mood.negative;
}

/** Whether the language keeps the order of clauses as the other European languages do. */
function isSpaced({ index }: Passage): boolean {
  return index.source.language !== 'zh' && index.source.language !== 'ja';
}

function quotedMoods({ text, index }: Passage): Mood[][] {
  return Array.from(text.matchAll(QUOTED), ([, words = '']) =>
    splitClauses(words).flatMap(
      ({ start, end }) => moodOf(words.slice(start, end), index.source.language) ?? [],
    ),
  );
}

type Movable = Span & { sort: Quantity | null; isIn(other: Passage): boolean };

/** Finds two numbers or names that changed places between two sentences. */
export function findSwaps(pairs: readonly { claim: Passage; source: Passage }[]): Conflict[] {
  const movables = pairs.map(({ claim }) => movablesOf(claim));
  const moved = pairs.map(({ claim, source }, at) =>
    pairs.map((other, to) =>
      to === at
        ? []
        : (movables[at] ?? []).filter(
            (each) =>
              !each.isIn(source) && each.isIn(other.source) && !each.isIn(other.claim) && each.isIn(claim),
          ),
    ),
  );
  return pairs.flatMap((_, at) =>
    pairs.slice(0, at).flatMap((__, to): Conflict[] => {
      const swapped = moved[at]?.[to]?.find((one) => moved[to]?.[at]?.some((other) => isAlike(one, other)));
      if (swapped === undefined) return [];
      return [{ kind: swapped.sort === null ? 'name' : kindOf(swapped.sort), claim: swapped, source: null }];
    }),
  );
}

function isAlike({ sort: left }: Movable, { sort: right }: Movable): boolean {
  return left === null || right === null ? left === right : isSameSort(left, right);
}

function movablesOf(passage: Passage): Movable[] {
  const { text, index } = passage;
  const quantities = findQuantities(text, index.source.language).filter(
    (quantity) => !quantity.weak && !isVague(quantity, text),
  );
  return [
    ...movableNames(passage).map((name) => ({ ...name, sort: null })),
    ...quantities.map((quantity) => ({
      ...placed(quantity, passage),
      sort: quantity,
      isIn: (other: Passage) =>
        findQuantities(other.text, other.index.source.language).some((each) => isSame(quantity, each)),
    })),
  ];
}

function whole({ start, text }: Passage): Span {
  return { start, end: start + text.length };
}
