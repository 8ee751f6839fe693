import { splitWords } from '#text/words.ts';
import { slotsOf } from './align.ts';
import type { Aligned } from './conflict.ts';
import { findDoubts } from './doubts/find-doubts.ts';
import type { Flag } from './flag.ts';
import { modalityConflicts } from './modality-conflicts.ts';
import { type Casing, nameConflicts } from './name-conflicts.ts';
import { placeClaim } from './place-claim.ts';
import { negationConflicts, oppositeConflicts } from './polarity-conflicts.ts';
import { quantifierConflicts } from './quantifier-conflicts.ts';
import { quantityConflicts } from './quantity-conflicts.ts';
import { quoteConflicts } from './quote-conflicts.ts';
import { comparisonConflicts, roleConflicts } from './role-conflicts.ts';
import { measureSignals, type Signals } from './score.ts';
import type { SourceIndex } from './source-index.ts';
import { findSupport } from './support.ts';
import { isSupported } from './support-rule.ts';
import { tokenize } from './token.ts';
import { findNovelTerms } from './unspaced-terms.ts';

type Claim = { text: string; start: number; casing: Casing; wholeText: string };

export type Checked = {
  flags: Flag[];
  supported: boolean;
  /** Source sentences it was compared with, best first. */
  passages: number[];
  signals: Signals;
};

/** Checks one sentence of a summary that is in the language of its source. */
export function checkClaim({ text, start, casing, wholeText }: Claim, source: SourceIndex): Checked {
  const tokens = tokenize(text, source.language, start);
  const words = splitWords(text, source.language, start, source.forms);
  const placed = placeClaim(tokens, words, source);
  const parts: Aligned[] = placed.map((part) => ({ part, slots: slotsOf(part.alignment), source }));
  const flags = [
    ...parts.flatMap((part) => [
      ...quantityConflicts(part),
      ...oppositeConflicts(part),
      ...negationConflicts(part),
      ...modalityConflicts(part),
      ...quantifierConflicts(part),
      ...roleConflicts(part),
      ...comparisonConflicts(part),
    ]),
    ...nameConflicts({ tokens, casing }, parts, source),
    ...quoteConflicts({ text, start, tokens }, source),
    ...termFlags(text, start, source),
  ].sort((a, b) => a.start - b.start);
  const support = findSupport(words, source);
  const doubts = findDoubts({ text, words, start, cased: casing === 'sentence', wholeText }, support, source);
  const supported = flags.length === 0 && isSupported(placed, source);
  return {
    flags: withoutOverlaps(flags),
    supported,
    passages: [...new Set([...placed.map(({ sentence }) => sentence), ...support.sentences])].slice(0, 3),
    signals: measureSignals({ support, placed, supported, flags, doubts }),
  };
}

/** One detail is named once: the first kind that noticed it stands. */
function withoutOverlaps(flags: readonly Flag[]): Flag[] {
  const kept: Flag[] = [];
  for (const flag of flags) {
    if (!kept.some(({ start, end }) => flag.start < end && start < flag.end)) kept.push(flag);
  }
  return kept;
}

/** Words that are new to the source, where names cannot be told by capitals. */
function termFlags(text: string, start: number, source: SourceIndex): Flag[] {
  if (source.language !== 'zh' && source.language !== 'ja') return [];
  return findNovelTerms(text, start, source).map((span) => ({ kind: 'term', reason: 'missing', ...span }));
}
