import type { Token } from '#text/grounding/alignment/token.ts';

const BE = /^(?:is|are|was|were|be|been|being)$/;
const AUXILIARY = /^(?:is|are|was|were|be|been|being|has|have|had|will|would)$/;
const PHRASE = /^(?:in|on|at|for|after|before|during|since|from|with|when|because|while|as|to)$/;
// From "was" to the verb, and for a name: "was later spotted by Peter Haas".
const LONGEST_VERB = 3;
const LONGEST_AGENT = 6;

/** "Haas spotted Skua" for the tokens of "Skua was spotted by Haas"; nothing where no passive stands. */
export function toActive(tokens: readonly Token[]): Token[] | undefined {
  const by = tokens.findIndex(({ lower }) => lower === 'by');
  const verb = tokens[by - 1];
  if (verb === undefined || verb.light || verb.quantity !== null) return undefined;
  const opening = tokens.slice(Math.max(0, by - 1 - LONGEST_VERB), by - 1);
  const be = opening.findIndex(({ lower }) => BE.test(lower));
  if (be < 0) return undefined;
  let start = by - 1 - opening.length + be;
  const between = tokens.slice(start, by - 1).filter(({ lower }) => !AUXILIARY.test(lower));
  while (start > 0 && AUXILIARY.test(tokens[start - 1]?.lower ?? '')) start--;
  const behind = tokens.slice(by + 1);
  const found = behind.findIndex(
    ({ lower, boundary, quantity }, at) => at > 0 && (boundary || quantity !== null || PHRASE.test(lower)),
  );
  const end = found < 0 ? behind.length : found;
  if (start === 0 || end === 0 || end > LONGEST_AGENT) return undefined;
  return [...behind.slice(0, end), ...between, verb, ...tokens.slice(0, start), ...behind.slice(end)];
}
