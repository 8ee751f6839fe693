/** What kind of detail is wrong. */
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

/** A detail of a summary sentence that its source does not support. */
export type Flag = {
  kind: FlagKind;
  start: number;
  end: number;
  /** Not in the source at all, in the source but about something else, or turned into its opposite. */
  reason: 'missing' | 'elsewhere' | 'reversed';
  /** Where the source says otherwise. */
  source?: { start: number; end: number };
};
