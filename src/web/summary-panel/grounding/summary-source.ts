import type { GroundedSentence } from '#schema/runs/grounding.ts';

export type Passage = GroundedSentence['support'][number];

/** The article beside a summary, as it is now. */
export interface SummarySource {
  text: string;
  language: string | null;
  contentHash: string;
  /** Brings a passage of it into sight; false where the page does not have it. */
  show(passage: Passage): boolean;
}
