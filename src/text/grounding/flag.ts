import type { Word } from '#text/words.ts';

/** Something a summary sentence states and the source does not support. */
export type Flag = {
  kind:
    | 'number'
    | 'unit'
    | 'currency'
    | 'date'
    | 'name'
    | 'negation'
    | 'polarity'
    | 'quantifier'
    | 'hedge'
    | 'comparison'
    | 'order'
    | 'condition'
    | 'role'
    | 'quote'
    | 'opposite'
    | 'term';
  start: number;
  end: number;
  /** Not in the source at all, or in the source but about something else. */
  reason: 'missing' | 'elsewhere' | 'reversed';
  /** From 0 to 1. */
  weight: number;
  /** Where the source says otherwise. */
  source?: { start: number; end: number };
};

export type Claim = {
  text: string;
  words: readonly Word[];
  start: number;
  cased: boolean;
  wholeText: string;
};
