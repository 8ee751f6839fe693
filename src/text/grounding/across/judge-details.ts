import type { Detail, Flag, JudgedDetail, Span } from '#text/grounding/flag.ts';
import { findChanceStep } from '#text/grounding/quantities/chance-steps.ts';
import { explains, explainsAnywhere } from '#text/grounding/quantities/explains.ts';
import { findToldStep, type Step, type Surroundings } from '#text/grounding/quantities/steps.ts';
import { conflict, type Quantity } from '#text/grounding/quantities.ts';
import { type AcrossIndex, type Alignment, isRough, opensRange } from './align.ts';
import { judgeNames } from './name-conflicts.ts';

type Claim = { text: string; language: string; alignment: Alignment; index: AcrossIndex };

/** The numbers, dates, names and quotations of a claim, with a verdict each and the flags of those that are wrong. */
export function judgeDetails(claim: Claim): JudgedDetail[] {
  return [
    ...claim.alignment.quantities.map((_, at) => judgeQuantity(at, claim)),
    ...judgeNames(claim),
    ...judgeQuotes(claim),
  ];
}

function judgeQuantity(at: number, { text, alignment, index }: Claim): JudgedDetail {
  const [stated, ...others] = [alignment.quantities[at], ...alignment.quantities.filter((_, k) => k !== at)];
  const quantity = stated?.quantity as Quantity;
  const { start, end } = quantity;
  const detail = { kind: kindOf(quantity), start, end, flags: [] };
  const [match] = stated?.matches ?? [];
  if (match !== undefined) {
    const place = placeOf(at, alignment, index);
    return place === undefined
      ? { ...detail, verdict: 'not-checked' }
      : { ...detail, verdict: 'found', source: place };
  }
  const whole = index.mentions.find((told) => hasPart(told, quantity, index));
  if (whole !== undefined) return { ...detail, verdict: 'found', ...hullOf([whole]) };
  const rival = rivalOf(quantity, text, alignment, index);
  const renames = rival?.value === quantity.value && quantity.kind !== 'date';
  const step = renames ? undefined : findStepTo(quantity, others, { text, alignment, index });
  if (step?.certainty === 'sure') return { ...detail, verdict: 'follows', ...hullOf(step.sources) };
  const isDoubtful =
    rival === undefined
      ? isUnsure(quantity, text, index) || step !== undefined
      : mayFollow(quantity, text, index) || (step !== undefined && quantity.measure?.dimension === 'time');
  if (isDoubtful && !renames) return { ...detail, verdict: 'not-checked' };
  const source = rival && { source: { start: rival.start, end: rival.end } };
  const flag: Flag = {
    kind: flagKindOf(quantity, rival),
    start,
    end,
    reason: rival === undefined ? 'missing' : 'elsewhere',
    ...source,
  };
  return { ...detail, verdict: rival ? 'different' : 'not-in-the-source', ...source, flags: [flag] };
}

/** Whether a share of the source names this number: 12人のうち7人 for seven. */
function hasPart(told: Quantity, { value, kind, measure }: Quantity, { source }: AcrossIndex): boolean {
  if (told.kind !== 'fraction' || kind !== 'number' || measure !== undefined) return false;
  const { start, end } = told;
  return (source.text.slice(start, end).match(/\d+/g) ?? []).some((digits) => Number(digits) === value);
}

function kindOf({ kind }: Quantity): Detail['kind'] {
  return kind === 'date' ? 'date' : 'number';
}

function hullOf(spans: readonly Span[]): { source?: Span } {
  if (spans.length === 0) return {};
  const start = Math.min(...spans.map((span) => span.start));
  return { source: { start, end: Math.max(...spans.map((span) => span.end)) } };
}

/**
 * Finds where the source has a quantity that the claim states. If the claim has other details, the source must have
 * one of them there or beside it, because a number alone may be that of something else.
 */
function placeOf(at: number, { quantities, anchors }: Alignment, index: AcrossIndex): Span | undefined {
  const matches = quantities[at]?.matches ?? [];
  const rest = anchors.filter(({ id }) => id !== `q:${at}`);
  const held = new Set(rest.flatMap(({ clauses }) => clauses.map((clause) => sentenceOf(clause, index))));
  const places = matches.flatMap((match) => {
    const known = index.quantities.find(({ quantity }) => quantity === match);
    const length = match.end - match.start;
    return (known?.quantity.offsets ?? []).map((start, k) => ({
      start,
      end: start + length,
      sentence: sentenceOf(known?.clauses[k] ?? -1, index),
    }));
  });
  const near = (reach: number) =>
    places.find(({ sentence }) => held.has(sentence - reach) || held.has(sentence + reach));
  const found = near(0) ?? near(1) ?? (held.size === 0 ? places[0] : undefined);
  return found && { start: found.start, end: found.end };
}

function sentenceOf(clause: number, { clauses }: AcrossIndex): number {
  return clauses[clause]?.sentence ?? Number.NaN;
}

function findStepTo(
  quantity: Quantity,
  others: readonly (Alignment['quantities'][number] | undefined)[],
  { text, alignment, index }: Omit<Claim, 'language'>,
): Step | undefined {
  const around = new Set(
    alignment.sentences.slice(0, 2).flatMap(({ sentence }) => [sentence - 1, sentence, sentence + 1]),
  );
  const { source, mentions, quantities } = index;
  const sentences = [...around].flatMap((at) => source.sentences[at] ?? []);
  const all = quantities.map((each) => each.quantity);
  const where: Surroundings = {
    claim: text,
    others: others.flatMap((other) => other?.quantity ?? []),
    near: mentions
      .filter(({ start }) => sentences.some((sentence) => sentence.start <= start && start < sentence.end))
      .slice(0, MOST_VALUES),
    passage: sentences.map((sentence) => sentence.text).join(' '),
    some: all.slice(0, MOST_VALUES),
    all,
    text: source.text,
  };
  return findToldStep(quantity, where) ?? findChanceStep(quantity, where);
}

// Among more values than this, some two give nearly any number.
const MOST_VALUES = 24;

/** Whether a quantity is the sum, difference, share or ratio of values that stand close together or are announced. */
function mayFollow(quantity: Quantity, text: string, { source, mentions }: AcrossIndex): boolean {
  return explainsAnywhere(quantity, source.quantities, text) || explains(quantity, mentions);
}

// These words name a day relative to today, for which a claim may name the weekday.
const RELATIVE_DAY =
  /(?<!\p{L})(?:today|tomorrow|yesterday|tonight|heute|morgen|gestern|aujourd|demain|hier|hoy|ayer)(?!\p{L})|今天|明天|昨天|今日|明日|昨日/iu;

/** Whether a quantity proves nothing: a small count, or a weekday or month where the source names none. */
function isUnsure(quantity: Quantity, text: string, { quantities, source }: AcrossIndex): boolean {
  const [digits] = /\d[\d.,]*(?<=\d)/.exec(text.slice(quantity.start, quantity.end)) ?? [];
  if (isRough(quantity, text)) return true;
  if (digits !== undefined && opensRange(digits, source.text, source.text.indexOf(digits))) return true;
  const { date } = quantity;
  const names = (field: 'weekday' | 'month' | 'hour') =>
    quantities.some(({ quantity: other }) => other.date?.[field] !== undefined);
  if (date?.weekday !== undefined) return RELATIVE_DAY.test(source.text) || !names('weekday');
  if (date?.quarter !== undefined) return true;
  if (date?.month !== undefined) return !names('month');
  if (date?.hour !== undefined) return !names('hour');
  if (quantity.kind === 'fraction' || quantity.kind === 'ordinal') return true;
  return quantity.value === 0 || (quantity.weak && quantity.value < 4);
}

/** Finds the quantity of the linked passages that the claim's quantity was probably made from. */
function rivalOf(
  quantity: Quantity,
  text: string,
  { sentences }: Alignment,
  index: AcrossIndex,
): Quantity | undefined {
  if (isUnsure(quantity, text, index)) return undefined;
  const linked = new Set(sentences.slice(0, 2).map(({ sentence }) => sentence));
  const near = index.quantities
    .filter(({ clauses }) => clauses.some((clause) => linked.has(sentenceOf(clause, index))))
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

function flagKindOf(quantity: Quantity, source: Quantity | undefined): Flag['kind'] {
  if (quantity.kind === 'date') return 'date';
  const found = source === undefined ? null : conflict(quantity, source);
  return found === 'currency' || found === 'unit' ? found : 'number';
}

const QUOTATION = /["“„«「『»][^"“”„«»「」『』]{2,400}["“”»」』«]/gu;
const LEAST_QUOTED = 12;

/** Translated quotations cannot be compared word for word. Short ones may be titles or the writer's own words. */
function judgeQuotes({ text }: Claim): JudgedDetail[] {
  return Array.from(text.matchAll(QUOTATION), ({ index: start, 0: { length } }) => ({
    kind: 'quote' as const,
    start,
    end: start + length,
    verdict: 'not-checked' as const,
    flags: [],
  })).filter(({ start, end }) => end - start >= LEAST_QUOTED);
}
