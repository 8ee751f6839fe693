import type { GroundedSentence } from '#schema/runs/grounding.ts';
import type { Passage } from '#web/summary-panel/grounding/summary-source.ts';

/** `rules-only`: the model was asked, and could not decide. `split`: both decided, and differ. */
export type DecidedBy = 'rules' | 'rules-only' | 'model' | 'both' | 'split';

export function decidedBy({ opinion }: Pick<GroundedSentence, 'opinion'>): DecidedBy {
  if (opinion === undefined) return 'rules';
  if (opinion.state === opinion.rules) return 'both';
  if (opinion.rules === 'undecided') return 'model';
  return opinion.state === 'undecided' ? 'rules-only' : 'split';
}

interface SentencePassages {
  /** Those the model named. */
  named: Passage[];
  /** Those that rules found. */
  found: Passage[];
}

const most = 2;

/** The passages to show for a sentence: if both have some, the first of each. */
export function passagesOf({
  support,
  opinion,
}: Pick<GroundedSentence, 'support' | 'opinion'>): SentencePassages {
  const named = opinion?.passages ?? [];
  const isNamed = (passage: Passage) => named.some((one) => overlaps(one, passage));
  const found = support.filter((passage) => !isNamed(passage));
  if (named.length === 0 || found.length === 0)
    return { named: named.slice(0, most), found: found.slice(0, most) };
  return { named: named.slice(0, 1), found: found.slice(0, most - 1) };
}

/** Where a click on a sentence leads: to the passage of whoever decided. */
export function firstPassage(sentence: Pick<GroundedSentence, 'support' | 'opinion'>): Passage | null {
  const [named] = sentence.opinion?.passages ?? [];
  const [found] = sentence.support;
  return (decidedBy(sentence) === 'model' ? (named ?? found) : (found ?? named)) ?? null;
}

function overlaps(a: Passage, b: Passage): boolean {
  return a.start < b.end && b.start < a.end;
}
