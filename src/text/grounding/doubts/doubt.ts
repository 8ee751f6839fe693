import type { Word } from '#text/sentences/words.ts';

/** A sign that a sentence may be wrong, too weak for a verdict: the score of the whole summary counts it. */
export type Doubt = {
  kind: 'number' | 'name' | 'negation' | 'opposite';
  /** Not in the source at all, in the source but about something else, or turned into its opposite. */
  reason: 'missing' | 'elsewhere' | 'reversed';
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
