import type { Unit } from './units.ts';

type SelectOptions = {
  units: readonly Unit[];
  scores: Float64Array;
  /** Whether a unit cannot stand without the one before it. */
  dependent: readonly boolean[];
  importance: Float64Array;
  limit: number;
  lengthOf: (unit: Unit) => number;
  redundancy: number;
  /** The budget is filled and the last unit may run over it, for a caller that cuts. */
  overrun: boolean;
  /** Units that the summary has already; they are not chosen again, nor is what they say. */
  taken?: readonly Unit[];
  /** Which units may be chosen for themselves; others only come along as antecedents. */
  among?: (at: number) => boolean;
};

/** Chooses units greedily under a length limit, in reading order, without saying things twice. */
export function selectUnits(options: SelectOptions): Unit[] {
  const {
    units,
    scores,
    dependent,
    importance,
    limit,
    lengthOf,
    redundancy,
    overrun,
    taken = [],
    among,
  } = options;
  const chosen = new Set<number>(taken.map((unit) => unit.index));
  const covered = new Uint8Array(importance.length);
  for (const { terms } of taken) for (const term of terms) covered[term] = 1;
  const open = candidatesOf(scores, limit, among);
  for (const at of chosen) open.delete(at);
  const floor = floorOf(scores);
  let used = 0;
  while (open.size > 0 && used < limit) {
    let best: number[] | undefined;
    let bestValue = Number.NEGATIVE_INFINITY;
    for (const index of open) {
      const group = groupOf(index);
      if (group === undefined) continue;
      const size = group.reduce((sum, at) => sum + lengthAt(at), 0);
      const fits = used + size <= limit || (overrun && group.length === 1) || chosen.size === 0;
      if (!fits) continue;
      const value = group.reduce((sum, at) => sum + worth(at) * lengthAt(at), 0) / Math.max(1, size);
      if (value <= bestValue) continue;
      best = group;
      bestValue = value;
    }
    if (best === undefined) break;
    if (!overrun && used >= limit * ENOUGH && best.every((at) => (scores[at] ?? 0) < floor)) break;
    for (const at of best) {
      chosen.add(at);
      open.delete(at);
      used += lengthAt(at);
      for (const term of units[at]?.terms ?? []) covered[term] = 1;
    }
  }
  for (const { index } of taken) chosen.delete(index);
  return [...chosen].sort((a, b) => a - b).flatMap((at) => units[at] ?? []);

  function lengthAt(at: number): number {
    const unit = units[at];
    return unit === undefined ? 0 : lengthOf(unit);
  }

  function worth(at: number): number {
    let repeated = 0;
    for (const term of units[at]?.terms ?? []) if (covered[term] === 1) repeated += importance[term] ?? 0;
    return (scores[at] ?? 0) - (redundancy * repeated) / ((units[at]?.size ?? 0) + 3);
  }

  /** A dependent unit brings its antecedent along, and that one its own; longer chains are left out. */
  function groupOf(index: number): number[] | undefined {
    const group = [index];
    let at = index;
    while (dependent[at] === true && !chosen.has(at - 1)) {
      at--;
      if (at < 0 || group.length === 3 || units[at]?.kind === 'heading') return undefined;
      group.unshift(at);
    }
    return group;
  }
}

// Once this much of the budget is used, an average unit is not worth its space.
const ENOUGH = 0.3;

function floorOf(scores: Float64Array): number {
  if (scores.length === 0) return 0;
  const mean = scores.reduce((sum, score) => sum + score, 0) / scores.length;
  return mean + 0.2 * (scores.reduce((most, score) => Math.max(most, score), mean) - mean);
}

// Only the best units are looked at in every round, so that long texts cost no more than sorting them.
const CANDIDATES = 160;

function candidatesOf(scores: Float64Array, limit: number, among: SelectOptions['among']): Set<number> {
  const order = [...scores.keys()].filter((at) => among?.(at) ?? true);
  order.sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0) || a - b);
  return new Set(order.slice(0, Math.max(CANDIDATES, limit / 4)));
}
