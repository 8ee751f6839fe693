import type { ModelProfileId } from '#schema/ids.ts';
import type { Run } from '#schema/runs/run.ts';
import type { EnginePorts, Enqueue, Job } from './ports.ts';

export async function makeJob(
  { models, log }: Pick<EnginePorts, 'models' | 'log'>,
  run: Pick<Run, 'id' | 'route' | 'trigger'>,
): Promise<Job> {
  const profileId = run.route[0] as ModelProfileId;
  const model = await models.open(profileId).catch((error: unknown) => {
    // The run itself will say so, or take its fallback.
    log.debug(
      { runId: run.id, modelProfileId: profileId, err: error },
      'the first model of the route could not be opened',
    );
    return null;
  });
  return {
    runId: run.id,
    // Agents that talk through the same profile share its limits.
    group: model?.profile.id ?? profileId,
    groupLimit: model?.profile.concurrency ?? 1,
    priority: run.trigger === 'manual' ? 1 : 0,
    primaryId: profileId,
  };
}

export function enqueueOf({ queue }: Pick<EnginePorts, 'queue'>, job: Job): Enqueue {
  return (tx, notBefore) => queue.enqueue(notBefore === undefined ? job : { ...job, notBefore }, tx);
}
