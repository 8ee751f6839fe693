import type { Token } from '#text/grounding/alignment/token.ts';
import type { Flag } from '#text/grounding/flag.ts';
import { type Aligned, makeFlag } from './conflict.ts';

const LEAST_COVERAGE = 0.5;
const BY = new Map(Object.entries<RegExp>({ en: /^by$/, de: /^(?:von|durch)$/, fr: /^par$/, es: /^por$/ }));

/** Who did it and to whom it was done, changed over: "A bought B" for "A was bought by B". */
export function roleConflicts({ part, source }: Aligned): Flag[] {
  const by = BY.get(source.language);
  if (by === undefined || part.coverage < LEAST_COVERAGE) return [];
  const { claim, source: told, pairs } = part.alignment;
  return pairs.flatMap((verb, at) => {
    const name = pairs.slice(at + 1, at + 4).find((pair) => isName(claim[pair.claim]));
    if (name === undefined || !isDeed(claim[verb.claim])) return [];
    const between = claim.slice(verb.claim + 1, name.claim);
    const toldBetween = told.slice(verb.source + 1, name.source);
    if (between.length > 3 || toldBetween.length > 3) return [];
    const stated = by.test(between[0]?.lower ?? '');
    const wasTold = by.test(toldBetween[0]?.lower ?? '');
    if (stated === wasTold) return [];
    if (stated !== isPassive(claim, verb.claim) || wasTold !== isPassive(told, verb.source)) return [];
    return makeFlag({ kind: 'role', reason: 'reversed', claim: claim.slice(verb.claim, name.claim + 1) });
  });
}

function isDeed(token: Token | undefined): boolean {
  return token !== undefined && /(?:ed|en|t|d|ght)$/.test(token.lower) && !token.light && !token.capital;
}

function isName(token: Token | undefined): boolean {
  return token !== undefined && !token.light && token.quantity === null;
}

function isPassive(tokens: readonly Token[], verb: number): boolean {
  return tokens
    .slice(Math.max(0, verb - 3), verb)
    .some(({ lower }) => /^(?:is|are|was|were|been|being|be)$/.test(lower));
}

const THAN = /^(?:than|als|que)$/;

/** Two things compared the other way round: "stronger in males than in females". */
export function comparisonConflicts({ part, slots }: Aligned): Flag[] {
  const { claim, source } = part.alignment;
  if (part.coverage < 0.6 || !claim.some(isThan) || !source.some(isThan)) return [];
  const left = slots.flatMap((slot) => slot.source).filter((token) => !token.light);
  const moved = slots
    .flatMap((slot) => slot.claim)
    .filter((token) => !token.light && left.some(({ key }) => key === token.key));
  if (moved.length === 0 || moved.length > 3) return [];
  const side = (tokens: readonly Token[], key: string) =>
    tokens.findIndex((token) => token.key === key) < tokens.findIndex(isThan);
  const crossed = moved.filter(({ key }) => side(claim, key) !== side(source, key));
  return makeFlag({ kind: 'comparison', reason: 'reversed', claim: crossed.slice(0, 1) });
}

function isThan({ lower }: Token): boolean {
  return THAN.test(lower);
}
