import type { FollowedRun } from '#client/follow-run.ts';
import type { RunId } from '#schema/ids.ts';
import type { CheckState } from '#schema/runs/check-wire.ts';
import type { Grounding } from '#schema/runs/grounding.ts';
import { applyOpinions, type SentenceOpinion } from '#schema/runs/opinions.ts';
import type { Run } from '#schema/runs/run.ts';

export type CheckTask = 'check' | 'repair';

export interface CheckRun {
  task: CheckTask;
  run: Run;
}

/**
 * Returns the run to follow. The run `ended` is left out, because a response on its way may still list it as
 * active.
 */
export function pickActive(state: CheckState | undefined, ended: RunId | null): CheckRun | null {
  return listRuns(state).find(({ run }) => run.finishedAt === null && run.id !== ended) ?? null;
}

/** Returns the newest run if it failed. A later success makes an earlier failure irrelevant. */
export function pickFailed(state: CheckState | undefined): CheckRun | null {
  const [newest] = listRuns(state).toSorted((a, b) => b.run.createdAt - a.run.createdAt);
  return newest?.run.status === 'failed' ? newest : null;
}

function listRuns(state: CheckState | undefined): CheckRun[] {
  const { check = null, repair = null } = state ?? {};
  return [
    ...(check === null ? [] : [{ task: 'check' as const, run: check }]),
    ...(repair === null ? [] : [{ task: 'repair' as const, run: repair }]),
  ];
}

/** The verdicts that have arrived from a check in progress. */
export interface Arrived {
  runId: RunId;
  at: number;
  model: FollowedRun['model'];
  opinions: readonly SentenceOpinion[];
}

/**
 * Adds the verdicts that have arrived to the stored ones. Nothing is added once the run itself has stored them. Until
 * then, an earlier check stays named, and only the sentences with new verdicts name the new model.
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
