import { type AcrossIndex, type Alignment, align, rankSentences } from './across/align.ts';
import { meaningFlags } from './across/meaning-conflicts.ts';
import { nameFlags } from './across/name-conflicts.ts';
import type { Flag } from './flag.ts';
import { explains, explainsAnywhere } from './quantities/explains.ts';
import { datesConflict } from './quantities/quantity.ts';
import { conflict, type Quantity } from './quantities.ts';

type AcrossResult = {
  flags: Flag[];
  /** The source sentences that say the same, best first. */
  sentences: number[];
};

const MOST_SENTENCES = 3;
// A further passage is shown if its weight is at least this share of the best one's.
const FURTHER_FROM = 0.6;

/** Compares what survives translation: numbers, dates, names, countries, and common words from a table. */
export function checkAcross(
  claim: { text: string; start: number; language: string },
  index: AcrossIndex,
): AcrossResult {
  const { text, start, language } = claim;
  const alignment = align(text, language, index);
  const found = [
    ...quantityFlags(text, alignment, index),
    ...countFlags(alignment, text, index),
    ...dateFlags(alignment, index),
    ...nameFlags({ text, alignment, language, index }),
    ...meaningFlags(alignment, language, index),
  ];
  const best = alignment.sentences[0]?.weight ?? 0;
  return {
    flags: found.map((flag) => ({ ...flag, start: start + flag.start, end: start + flag.end })),
    sentences: alignment.sentences
      .filter(({ weight }) => weight >= best * FURTHER_FROM)
      .slice(0, MOST_SENTENCES)
      .map(({ sentence }) => sentence),
  };
}

// The weight that claim and passage must share besides the date.
const STRONG = 4.5;
const LEAD = 1.15;

/** Flags a date that the source has elsewhere, while the passage that says the same gives another date. */
function dateFlags({ quantities, anchors }: Alignment, index: AcrossIndex): Flag[] {
  return quantities.flatMap(({ quantity, clauses }, at) => {
    const { date } = quantity;
    if (date === undefined || clauses.length === 0) return [];
    const rest = anchors.filter(({ id }) => id !== `q:${at}`);
    const [best, second] = rankSentences(rest, index);
    if (best === undefined || best.weight < STRONG || best.weight < LEAD * (second?.weight ?? 0)) return [];
    const within = (clause: number): boolean => index.clauses[clause]?.sentence === best.sentence;
    const shared = new Set(rest.filter((anchor) => anchor.clauses.some(within)).map(({ id }) => id));
    if (clauses.some(within) || shared.size < 2) return [];
    const others = index.quantities.filter(
      (other) => other.clauses.some(within) && other.quantity.date !== undefined,
    );
    const other = others.find((found) => datesConflict(date, found.quantity.date ?? {}));
    const stated = quantities.some(
      ({ clauses: own }, k) => k !== at && own.some(within) && quantities[k]?.quantity.date !== undefined,
    );
    if (other === undefined || stated) return [];
    const { start, end } = other.quantity;
    return [
      {
        kind: 'date' as const,
        start: quantity.start,
        end: quantity.end,
        reason: 'elsewhere' as const,
        source: { start, end },
      },
    ];
  });
}

type Part = { part: Quantity; whole: Quantity };

const OF =
  /^\s?(?:of|von|aus|der|des|de|d['’]|sur|de las|de los|from)\s?(?:the|den|der|les|las|los|its|their|ihrer|seiner|ses|sus)?\s?$/iu;
// This joins both numbers in 480名员工中约有310人 and 12個のうち1個.
const AMONG = /^[^，。；、\d]{0,8}(?:中|之中|のうち|うち)[^，。；、\d]{0,4}$/u;

/** Flags "two of the twelve" where the source says "one of the twelve". */
function countFlags(alignment: Alignment, text: string, index: AcrossIndex): Flag[] {
  const stated = partsOf(
    alignment.quantities.map(({ quantity }) => quantity),
    text,
  );
  if (stated.length === 0) return [];
  const told = sourceParts(index);
  return stated.flatMap(({ part, whole }) => {
    const same = told.filter((other) => other.whole.value === whole.value);
    const known = same.some(
      (other) => other.part.value === part.value || other.part.value === whole.value - part.value,
    );
    const [first] = same;
    if (first === undefined || known || part.kind === 'ordinal' || part.approximate !== undefined) return [];
    const source = { start: first.part.start, end: first.whole.end };
    return [
      {
        kind: 'number' as const,
        start: part.start,
        end: part.end,
        reason: 'reversed' as const,
        source,
      },
    ];
  });
}

function sourceParts({ source, quantities }: AcrossIndex): Part[] {
  const ordered = quantities
    .flatMap(({ quantity }) =>
      quantity.offsets.map((start) => ({ ...quantity, start, end: start + quantity.end - quantity.start })),
    )
    .sort((a, b) => a.start - b.start);
  return partsOf(ordered, source.text);
}

function partsOf(quantities: readonly Quantity[], text: string): Part[] {
  return quantities.flatMap((left, at) => {
    const right = quantities[at + 1];
    if (right === undefined || right.start - left.end > 20) return [];
    const gap = text.slice(left.end, right.start);
    if (OF.test(gap) && left.value <= right.value) return [{ part: left, whole: right }];
    return AMONG.test(gap) && right.value <= left.value ? [{ part: right, whole: left }] : [];
  });
}

// These words name a day relative to today, for which a claim may name the weekday.
const RELATIVE_DAY =
  /(?<!\p{L})(?:today|tomorrow|yesterday|tonight|heute|morgen|gestern|aujourd|demain|hier|hoy|ayer)(?!\p{L})|今天|明天|昨天|今日|明日|昨日/iu;

/** Flags numbers, amounts and dates of a claim that the source does not have. */
function quantityFlags(text: string, alignment: Alignment, index: AcrossIndex): Flag[] {
  const flags: Flag[] = [];
  for (const { quantity, matches } of alignment.quantities) {
    if (matches.length > 0 || isUnsure(quantity, index) || follows(quantity, text, index)) continue;
    const source = nearestOf(quantity, alignment, index);
    flags.push({
      kind: kindOf(quantity, source),
      start: quantity.start,
      end: quantity.end,
      reason: source === undefined ? 'missing' : 'elsewhere',
      ...(source === undefined ? {} : { source: { start: source.start, end: source.end } }),
    });
  }
  return flags;
}

/** Whether a quantity proves nothing: a small count, or a weekday or month where the source names none. */
function isUnsure(quantity: Quantity, { quantities, source }: AcrossIndex): boolean {
  const { date } = quantity;
  if (date?.weekday !== undefined)
    return (
      RELATIVE_DAY.test(source.text) ||
      !quantities.some(({ quantity: other }) => other.date?.weekday !== undefined)
    );
  if (date?.quarter !== undefined) return true;
  if (date?.month !== undefined)
    return !quantities.some(({ quantity: other }) => other.date?.month !== undefined);
  if (date?.hour !== undefined)
    return !quantities.some(({ quantity: other }) => other.date?.hour !== undefined);
  if (quantity.kind === 'fraction' || quantity.kind === 'ordinal') return true;
  return quantity.value === 0 || (quantity.weak && quantity.value < 4);
}

function follows(quantity: Quantity, text: string, { source, mentions }: AcrossIndex): boolean {
  return explainsAnywhere(quantity, source.quantities, text) || explains(quantity, mentions);
}

/** Finds the quantity of the linked passages that the claim's quantity was probably made from. */
function nearestOf(quantity: Quantity, { sentences }: Alignment, index: AcrossIndex): Quantity | undefined {
  const linked = new Set(sentences.slice(0, 2).map(({ sentence }) => sentence));
  const near = index.quantities
    .filter(({ clauses }) => clauses.some((clause) => linked.has(index.clauses[clause]?.sentence ?? -1)))
    .map((other) => other.quantity);
  const anywhere = index.quantities.map((other) => other.quantity);
  const renamed = anywhere.find((other) => conflict(quantity, other) === 'currency');
  if (renamed !== undefined) return renamed;
  for (const wanted of ['unit', 'magnitude', 'date', 'value'] as const) {
    const found = near.find((other) => conflict(quantity, other) === wanted && isAlike(quantity, other));
    if (found !== undefined) return found;
  }
  return undefined;
}

function isAlike(left: Quantity, right: Quantity): boolean {
  return (
    (left.kind === 'date') === (right.kind === 'date') &&
    (left.kind === 'percent') === (right.kind === 'percent')
  );
}

function kindOf(quantity: Quantity, source: Quantity | undefined): Flag['kind'] {
  if (quantity.kind === 'date') return 'date';
  const found = source === undefined ? null : conflict(quantity, source);
  return found === 'currency' || found === 'unit' ? found : 'number';
}
