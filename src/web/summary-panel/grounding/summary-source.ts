import type { GroundedSentence } from '#schema/runs/grounding.ts';

export type Passage = GroundedSentence['support'][number];

/** The article beside a summary, in its current version. */
export interface SummarySource {
  text: string;
  language: string | null;
  contentHash: string;
  /** Scrolls to a passage of it; false if the page does not contain it. */
  show(passage: Passage): boolean;
}
