import { type CheckTarget, checkTargetSchema } from '#schema/check-wire.ts';
import type { Run } from '#schema/runs/run.ts';

/** How a run names the summary it checks or corrects. */
export function nameTarget({ kind, id }: CheckTarget): string {
  return `${kind}:${id}`;
}

/** The summary that a run checks or corrects. */
export function targetOf({ parameters }: Pick<Run, 'parameters'>): CheckTarget {
  const [kind, ...id] = String(parameters.target).split(':');
  return checkTargetSchema.parse({ kind, id: id.join(':') });
}
