import type { MemoryConfig, MemoryPolicyName } from '#schema/models/agent.ts';

/** When turns leave the live window, how many stay, and what happens to the summary. */
export interface WindowPolicy {
  /** Without a summary, a fold is due at more than `firstHigh` live turns, and it leaves `firstKeep`. */
  firstHigh: number;
  firstKeep: number;
  /** With a summary, a fold is due at more than `high` live turns, and it leaves `low`. */
  high: number;
  low: number;
  /** Says that a fold adds a block to the summary instead of rewriting all of it. */
  segments: boolean;
  /** The maximum number of blocks. The next fold merges them into one. It applies only with `segments`. */
  foldAfter: number;
  /**
   * The length of a block as a share of what it covers. Null means as long as the template allows. It applies only
   * with `segments`.
   */
  blockShare: number | null;
  /** After a pause, a fold is also due if more tokens than this would leave. Null means that pauses do not count. */
  pauseTokens: number | null;
  /** A live window over this budget also makes a fold due. Null means that only turns count. */
  tokenBudget: number | null;
  /** The number of newest messages that stay live under every rule. */
  floorMessages: number;
}

/** After an hour, no provider keeps the beginning of a prompt unless it was asked to. */
export const coldAfterMs = 60 * 60_000;

const unbounded = { tokenBudget: null, floorMessages: 2 };
const oneText = { segments: false, foldAfter: 0, blockShare: null, pauseTokens: null };
/**
 * In a batch, 20 turns leave together. The start of the prompt stays the same in between, and a fact is rarely
 * rewritten.
 */
const batches = { firstHigh: 24, firstKeep: 4, high: 24, low: 4 };

export const windowPolicies: Record<MemoryPolicyName, WindowPolicy> = {
  adaptive: { firstHigh: 6, firstKeep: 6, high: 4, low: 4, ...oneText, ...unbounded },
  batched: { ...batches, ...oneText, ...unbounded },
  segments: { ...batches, segments: true, foldAfter: 4, blockShare: null, pauseTokens: null, ...unbounded },
  frugal: { ...batches, segments: true, foldAfter: 12, blockShare: 0.1, pauseTokens: 600, ...unbounded },
};

/** Returns the policy that the memory settings of an agent ask for. */
export function policyOf(config: MemoryConfig): WindowPolicy {
  const { policy, hotPathTokenBudget, hotPathMarginPct, recentMessageFloor } = config;
  return {
    ...windowPolicies[policy],
    tokenBudget:
      hotPathTokenBudget === null ? null : Math.floor((hotPathTokenBudget * (100 - hotPathMarginPct)) / 100),
    floorMessages: recentMessageFloor,
  };
}
