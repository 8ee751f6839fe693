import { type AcrossIndex, type Alignment, align, rankSentences } from './across/align.ts';
import { judgeDetails } from './across/judge-details.ts';
import { meaningFlags } from './across/meaning-conflicts.ts';
import type { Detail, Flag, JudgedDetail } from './flag.ts';
import { datesConflict } from './quantities/quantity.ts';
import type { Quantity } from './quantities.ts';

type AcrossResult = {
  /** Every number, date, name and quotation of the claim, in order and without overlaps. */
  details: Detail[];
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
  const conflicts = [...countFlags(alignment, text, index), ...dateFlags(alignment, index)];
  const details = judgeDetails({ text, language, alignment, index }).map((detail) =>
    withConflict(detail, conflicts),
  );
  const flags = [...details.flatMap((detail) => detail.flags), ...meaningFlags(alignment, language, index)];
  const best = alignment.sentences[0]?.weight ?? 0;
  return {
    details: withoutOverlaps(details).map(({ kind, verdict, source, ...span }) => ({
      kind,
      verdict,
      start: start + span.start,
      end: start + span.end,
      ...(source && { source }),
    })),
    flags: flags.map((flag) => ({ ...flag, start: start + flag.start, end: start + flag.end })),
    sentences: alignment.sentences
      .filter(({ weight }) => weight >= best * FURTHER_FROM)
      .slice(0, MOST_SENTENCES)
      .map(({ sentence }) => sentence),
  };
}

/** A value that the source has, but elsewhere or of another whole, is different. */
function withConflict(detail: JudgedDetail, conflicts: readonly Flag[]): JudgedDetail {
  const flag = conflicts.find(({ start, end }) => start === detail.start && end === detail.end);
  if (flag === undefined || detail.flags.length > 0) return detail;
  return { ...detail, verdict: 'different', flags: [flag], ...(flag.source && { source: flag.source }) };
}

/** Puts details in order. Of those that overlap, the shorter ones say more. */
function withoutOverlaps(details: readonly JudgedDetail[]): JudgedDetail[] {
  const kept: JudgedDetail[] = [];
  for (const detail of details.toSorted((a, b) => a.end - a.start - (b.end - b.start)))
    if (!kept.some(({ start, end }) => start < detail.end && detail.start < end)) kept.push(detail);
  return kept.sort((a, b) => a.start - b.start);
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
