import type { MemoryConfig, MemoryPolicyName } from '#schema/models/agent.ts';

/** When turns leave the live window, how many stay, and what becomes of the summary. */
export interface WindowPolicy {
  /** Without a summary: more live turns than `firstHigh` make a fold due, which leaves `firstKeep`. */
  firstHigh: number;
  firstKeep: number;
  /** With a summary. */
  high: number;
  low: number;
  /** A fold adds a block to the summary instead of rewriting all of it. */
  segments: boolean;
  /** The maximum number of blocks; the next fold merges them into one. Only with `segments`. */
  foldAfter: number;
  /** A live window over it makes a fold due as well; null: only turns count. */
  tokenBudget: number | null;
  /** So many of the newest messages stay live under every rule. */
  floorMessages: number;
}

const unbounded = { tokenBudget: null, floorMessages: 2 };
/** 20 turns leave together: the start of the prompt stays the same in between, and a fact is rarely rewritten. */
const batches = { firstHigh: 24, firstKeep: 4, high: 24, low: 4 };

export const windowPolicies: Record<MemoryPolicyName, WindowPolicy> = {
  adaptive: { firstHigh: 6, firstKeep: 6, high: 4, low: 4, segments: false, foldAfter: 0, ...unbounded },
  batched: { ...batches, segments: false, foldAfter: 0, ...unbounded },
  segments: { ...batches, segments: true, foldAfter: 4, ...unbounded },
};

/** The policy as an agent's memory sets it. */
export function policyOf(config: MemoryConfig): WindowPolicy {
  const { policy, hotPathTokenBudget, hotPathMarginPct, recentMessageFloor } = config;
  return {
    ...windowPolicies[policy],
    tokenBudget:
      hotPathTokenBudget === null ? null : Math.floor((hotPathTokenBudget * (100 - hotPathMarginPct)) / 100),
    floorMessages: recentMessageFloor,
  };
}
