import type { Flag } from '#text/grounding/flag.ts';
import { explains, explainsAnywhere } from '#text/grounding/quantities/explains.ts';
import { conflict, type Quantity } from '#text/grounding/quantities.ts';
import type { Alignment } from './align.ts';
import type { AcrossIndex } from './index-source.ts';

// Words that announce a sum or a difference: any two amounts of the source may be behind it.
const RELATIVE_DAY =
  /(?<!\p{L})(?:today|tomorrow|yesterday|tonight|heute|morgen|gestern|aujourd|demain|hier|hoy|ayer)(?!\p{L})|今天|明天|昨天|今日|明日|昨日/iu;

/** Numbers, amounts and dates of a claim that the source does not have. */
export function quantityFlags(text: string, alignment: Alignment, index: AcrossIndex): Flag[] {
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

/** Small counts are often counted, not quoted; a weekday or month proves nothing where the source names none. */
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

/** The quantity of the linked passages that the claim's one was probably made from. */
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
