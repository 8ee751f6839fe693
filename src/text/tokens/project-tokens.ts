/** Enough to see the script and whether it is prose or code. */
const sampleCharacters = 1000;

/** Tokens a character, about: words, numbers and signs of Latin script, then other scripts. */
const letterCost = 0.22;
const digitCost = 0.4;
const signCost = 0.45;
const otherCost = 0.35;
const ideographCost = 0.75;

const tabled = 0x80;
/** What the letters of most texts cost, by their codes. */
const costs = Float64Array.from({ length: tabled }, (_, code) => costOf(code));

/**
 * About how many tokens a text has, from its beginning and its length in bytes of UTF-8: for lists that say what a text
 * would cost, where counting each takes too long. `estimateTokens` is for budgets.
 */
export function projectTokens(beginning: string, bytes: number): number {
  const sample = beginning.slice(0, sampleCharacters);
  let cost = 0;
  let length = 0;
  for (let at = 0; at < sample.length; at += 1) {
    const code = sample.charCodeAt(at);
    if (code < tabled) {
      cost += costs[code] ?? 0;
      length += 1;
    } else {
      cost += costOf(code);
      length += code < 0x800 ? 2 : 3;
    }
  }
  return length === 0 ? 0 : Math.ceil((cost / length) * bytes);
}

function costOf(code: number): number {
  if (code >= 0x2e80) return ideographCost;
  if (code >= 0x80) return otherCost;
  const lower = code | 0x20;
  if ((lower >= 0x61 && lower <= 0x7a) || code === 0x20) return letterCost;
  return code >= 0x30 && code <= 0x39 ? digitCost : signCost;
}
