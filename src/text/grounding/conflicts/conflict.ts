import type { Slot } from '#text/grounding/alignment/align.ts';
import type { Placed } from '#text/grounding/alignment/place-claim.ts';
import type { Token } from '#text/grounding/alignment/token.ts';
import type { Flag, FlagKind } from '#text/grounding/flag.ts';
import type { SourceIndex } from '#text/grounding/source-index.ts';

/** One part of a claim beside its passage, as the detectors of conflicts see it. */
export type Aligned = { part: Placed; slots: readonly Slot[]; source: SourceIndex };

type Found = {
  kind: FlagKind;
  reason: Flag['reason'];
  claim: readonly Token[];
  source?: readonly Token[] | undefined;
};

/** A flag over the given tokens of the claim, with the place in the source that says otherwise. */
export function makeFlag({ kind, reason, claim, source = [] }: Found): Flag[] {
  const [first] = claim;
  const last = claim.at(-1);
  if (first === undefined || last === undefined) return [];
  const [from] = source;
  const to = source.at(-1);
  const span = { kind, reason, start: first.start, end: last.end };
  return [from && to ? { ...span, source: { start: from.start, end: to.end } } : span];
}

/** The claim's matched tokens beside a slot, for a flag on something that the claim left out. */
export function beside({ before, after }: Slot, claim: readonly Token[]): Token[] {
  const token = claim[after?.claim ?? -1] ?? claim[before?.claim ?? -1];
  return token === undefined ? [] : [token];
}
