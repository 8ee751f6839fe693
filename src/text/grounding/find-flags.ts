import type { Claim, Flag } from './flag.ts';
import { nameFlags, termFlags } from './name-flags.ts';
import { dateFlags, numberFlags } from './number-flags.ts';
import { quoteFlags } from './quote-flags.ts';
import { negationFlags, oppositeFlags } from './reversal-flags.ts';
import type { SourceIndex } from './source-index.ts';
import type { Support } from './support.ts';

// Below these the reader is not bothered; the score still counts the doubt. On claims known to be right, about one
// name in fifty and one number in fifty is doubted more.
const SHOWN_NAME_ELSEWHERE = 0.8;
const SHOWN_NUMBER_ELSEWHERE = 0.75;
const SHOWN_FROM = 0.35;

/** Flags that are sure enough to be shown. */
export function shownFlags(flags: readonly Flag[]): Flag[] {
  return flags.filter(({ kind, reason, weight }) => {
    if (reason !== 'elsewhere') return weight >= SHOWN_FROM;
    return weight >= (kind === 'number' ? SHOWN_NUMBER_ELSEWHERE : SHOWN_NAME_ELSEWHERE);
  });
}

/** Everything doubtful in a claim, with how doubtful it is. */
export function findFlags(claim: Claim, support: Support, source: SourceIndex): Flag[] {
  return [
    ...numberFlags(claim, source),
    ...dateFlags(claim, source),
    ...nameFlags(claim, support, source),
    ...quoteFlags(claim, source),
    ...termFlags(claim, source),
    ...negationFlags(claim, support, source),
    ...oppositeFlags(claim, support, source),
  ].sort((a, b) => a.start - b.start);
}
