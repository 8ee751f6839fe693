import type { Word } from '#text/words.ts';

/** Something a summary sentence states that conflicts with the source or is not in it. */
export type Flag = {
  kind:
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
  start: number;
  end: number;
  /** Not in the source at all, in it but about something else, or turned into its opposite. */
  reason: 'missing' | 'elsewhere' | 'reversed';
  /** The place in the source that says otherwise. */
  source?: { start: number; end: number };
  /** From 0 to 1. */
  weight: number;
};

export type Claim = {
  text: string;
  words: readonly Word[];
  start: number;
  cased: boolean;
  wholeText: string;
};
