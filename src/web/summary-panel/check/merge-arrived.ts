import type { FollowedRun } from '#client/follow-run.ts';
import type { RunId } from '#schema/ids.ts';
import type { Grounding } from '#schema/runs/grounding.ts';
import { applyOpinions, type SentenceOpinion } from '#schema/runs/opinions.ts';

/** What a check in progress has decided so far. */
export interface Arrived {
  runId: RunId;
  at: number;
  model: FollowedRun['model'];
  opinions: readonly SentenceOpinion[];
}

/** The stored verdicts with those that have arrived since; unchanged once the run itself has stored them. */
export function mergeArrived(grounding: Grounding, arrived: Arrived | null): Grounding {
  if (arrived === null || grounding.check?.runId === arrived.runId) return grounding;
  const { runId, at, model, opinions } = arrived;
  return {
    ...applyOpinions(grounding, opinions),
    check: {
      runId,
      provider: model?.provider ?? null,
      model: model?.model ?? null,
      at,
      durationMs: null,
      costUsd: null,
      sentences: opinions.length,
    },
  };
}
