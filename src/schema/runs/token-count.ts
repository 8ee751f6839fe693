import { z } from 'zod';

/** No call reads or writes as many; sums of millions of runs still fit into every number that holds them. */
const maxTokenCount = 2 ** 31;

export const tokenCountSchema = z.int().min(0).max(maxTokenCount);

/** A count that another program wrote; null, which is unknown, for anything that no call can have taken. */
export function readTokenCount(value: unknown): number | null {
  return Number.isSafeInteger(value) && Number(value) >= 0 && Number(value) <= maxTokenCount
    ? Number(value)
    : null;
}

export function addTokenCounts(one: number, other: number): number {
  return Math.min(one + other, maxTokenCount);
}

/** No run costs as much; a thousand such runs still fit where the costs of a quarter of an hour are summed. */
const maxRunCostUsd = 10_000;

export function boundCost(costUsd: number): number {
  return Math.min(costUsd, maxRunCostUsd);
}

/** Null, which is unknown, for anything that no run can have cost. */
export function readCost(value: unknown): number | null {
  return typeof value === 'number' && value >= 0 && value <= maxRunCostUsd ? value : null;
}
