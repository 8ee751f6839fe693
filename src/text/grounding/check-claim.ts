import { splitWords } from '#text/sentences/words.ts';
import { slotsOf } from './alignment/align.ts';
import { placeClaim } from './alignment/place-claim.ts';
import { tokenize } from './alignment/token.ts';
import type { Aligned } from './conflicts/conflict.ts';
import { modalityConflicts } from './conflicts/modality-conflicts.ts';
import { type Casing, nameConflicts } from './conflicts/name-conflicts.ts';
import { negationConflicts, oppositeConflicts } from './conflicts/polarity-conflicts.ts';
import { quantifierConflicts } from './conflicts/quantifier-conflicts.ts';
import { quantityConflicts } from './conflicts/quantity-conflicts.ts';
import { quoteConflicts } from './conflicts/quote-conflicts.ts';
import { comparisonConflicts, roleConflicts } from './conflicts/role-conflicts.ts';
import { findDoubts } from './doubts/find-doubts.ts';
import type { Flag } from './flag.ts';
import { measureSignals, type Signals } from './score.ts';
import type { SourceIndex } from './source-index.ts';
import { findSupport } from './support.ts';
import { findNovelTerms } from './unspaced-terms.ts';
import { isSupported } from './verdicts/support-rule.ts';

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
  const placed = placeClaim({ text, tokens, words }, source);
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
