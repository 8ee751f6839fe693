import type { Placed, Slot } from './alignment/align.ts';
import type { Token } from './alignment/token.ts';
import type { SourceIndex } from './source-index.ts';

/** The kind of detail that is wrong. */
export type FlagKind =
  | 'number'
  | 'unit'
  | 'currency'
  | 'date'
  | 'name'
  | 'role'
  | 'quantifier'
  | 'negation'
  | 'polarity'
  | 'quote'
  | 'hedge'
  | 'condition'
  | 'comparison'
  | 'order'
  | 'term';

export type Span = { start: number; end: number };

/** A detail of a summary sentence that its source does not support. */
export type Flag = Span & {
  kind: FlagKind;
  /**
   * Whether the detail is not in the source at all, is about something else there, or is turned into its opposite.
   */
  reason: 'missing' | 'elsewhere' | 'reversed';
  /** The place in the source that says otherwise. */
  source?: Span;
};

/** A number, date, name or quotation of a sentence, and what the source says about it. */
export type Detail = Span & {
  kind: 'number' | 'date' | 'name' | 'quote';
  verdict: 'found' | 'follows' | 'different' | 'not-in-the-source' | 'not-checked';
  source?: Span;
};

/** A detail with the flags that it makes, if it is different or not in the source. */
export type JudgedDetail = Detail & { flags: Flag[] };

/** One part of a claim beside its passage, as the functions that find conflicts get it. */
export type Aligned = { part: Placed; slots: readonly Slot[]; source: SourceIndex };

type Found = {
  kind: FlagKind;
  reason: Flag['reason'];
  claim: readonly Token[];
  source?: readonly Token[] | undefined;
};

/** Makes a flag over the given tokens of the claim, with the place in the source that says otherwise. */
export function makeFlag({ kind, reason, claim, source = [] }: Found): Flag[] {
  const [first] = claim;
  const last = claim.at(-1);
  if (first === undefined || last === undefined) return [];
  const [from] = source;
  const to = source.at(-1);
  const span = { kind, reason, start: first.start, end: last.end };
  return [from && to ? { ...span, source: { start: from.start, end: to.end } } : span];
}

/** Finds the matched token beside a slot, for a flag on something that the claim left out. */
export function beside({ before, after }: Slot, claim: readonly Token[]): Token[] {
  const token = claim[after?.claim ?? -1] ?? claim[before?.claim ?? -1];
  return token === undefined ? [] : [token];
}
