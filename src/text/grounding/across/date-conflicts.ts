import type { Flag } from '#text/grounding/flag.ts';
import { datesConflict } from '#text/grounding/quantities/compare-dates.ts';
import { type Alignment, rankSentences } from './align.ts';
import type { AcrossIndex } from './index-source.ts';

// What the claim and the passage share besides the date.
const STRONG = 4.5;
const LEAD = 1.15;

/** A date that the source has, but elsewhere: the passage that says the same gives another one. */
export function dateFlags({ quantities, anchors }: Alignment, index: AcrossIndex): Flag[] {
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
