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

/** The passages of whoever decided; if they disagree, the first of each. */
export function passagesOf(sentence: Pick<GroundedSentence, 'support' | 'opinion'>): SentencePassages {
  const by = decidedBy(sentence);
  const { support, opinion } = sentence;
  const named = opinion?.passages ?? [];
  if (by === 'split') return { named: named.slice(0, 1), found: support.slice(0, 1) };
  if (by === 'rules' || by === 'rules-only' || named.length === 0)
    return { named: [], found: support.slice(0, most) };
  return { named: named.slice(0, most), found: [] };
}

/** Where a click on a sentence leads: to the passage of whoever decided. */
export function firstPassage(sentence: Pick<GroundedSentence, 'support' | 'opinion'>): Passage | null {
  const { named, found } = passagesOf(sentence);
  return found[0] ?? named[0] ?? null;
}
