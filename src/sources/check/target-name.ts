import type { CheckTarget } from '#schema/check-wire.ts';

/** How a run names the summary it checks or corrects. */
export function nameTarget({ kind, id }: CheckTarget): string {
  return `${kind}:${id}`;
}
