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

/**
 * The stored verdicts with those that have arrived since; unchanged once the run itself has stored them. Until then, an
 * earlier check remains the one that is named, and only the sentences that have arrived name the new model.
 */
export function mergeArrived(grounding: Grounding, arrived: Arrived | null): Grounding {
  if (arrived === null || grounding.check?.runId === arrived.runId) return grounding;
  const { runId, at, model, opinions } = arrived;
  const name = model?.model ?? null;
  const named = opinions.map((one) => ({ ...one, opinion: { ...one.opinion, model: name } }));
  return {
    ...applyOpinions(grounding, named),
    check: grounding.check ?? {
      runId,
      provider: model?.provider ?? null,
      model: name,
      at,
      durationMs: null,
      costUsd: null,
      sentences: opinions.length,
    },
  };
}
