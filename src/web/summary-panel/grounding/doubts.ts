import type { Grounding } from '#schema/grounding.ts';
import type { Doubts } from '#web/strings/en-grounding.ts';

/** How many details are in doubt, and what all of them have in common. */
export function doubtsOf({ sentences }: Grounding): Doubts {
  const flags = sentences.flatMap((sentence) => sentence.flags);
  const [first] = flags;
  const common = <T>(of: (flag: (typeof flags)[number]) => T): T | null =>
    first !== undefined && flags.every((flag) => of(flag) === of(first)) ? of(first) : null;
  return { count: flags.length, kind: common(({ kind }) => kind), reason: common(({ reason }) => reason) };
}
