import type { GroundedSentence } from '#schema/runs/grounding.ts';
import { type Token, tokenize } from '#text/grounding/alignment/token.ts';
import { guessLanguage } from '#text/language/guess-language.ts';
import { isOtherLanguage } from '#text/language/other-language.ts';
import { primarySubtag } from '#text/language/stopwords.ts';
import { splitSentences } from '#text/sentences/sentences.ts';

/** What is wrong with a correction, as people read it. */
export const repairFaults = {
  markup: 'it has markup or a URL',
  'several-sentences': 'it is not one sentence',
  reworded: 'it keeps too few words of the sentence',
  added: 'it adds words that the source does not have there',
  negation: 'it adds or drops a “not” that the source does not',
  detail: 'a detail of it is not found in the source',
} as const;
export type RepairFault = keyof typeof repairFaults;

export interface ProposedRepair {
  /** The sentence of the summary, and the one that is to replace it. */
  old: string;
  given: string;
  /** The passages of the source that the correction was made from. */
  passages: readonly string[];
  /** The verdicts of the rules on the new sentence in its place. */
  grounded: readonly Pick<GroundedSentence, 'state' | 'details'>[];
  /** The language of the source. */
  language: string;
  summaryLanguage?: string | undefined;
}

/** The least share of the old sentence's words that a correction keeps in their order. */
const leastKept = 0.5;
/** A correction that only cuts may leave out more, because it adds nothing that could be wrong. */
const leastKeptByCut = 0.3;
const fewestKept = 3;
/** Words that stand at most this far apart belong together. */
const nearTokens = 6;

const markup = /<[/!a-z]|https?:|www\.|\]\(/iu;

/** Returns what is wrong with the correction of one sentence, or null if it may replace the sentence. */
export function findRepairFault(proposed: ProposedRepair): RepairFault | null {
  const { old, given, grounded, language, summaryLanguage } = proposed;
  const source = proposed.passages.join('\n\n');
  const code = primarySubtag(language);
  const isAcross = isOtherLanguage(given, source, code, summaryLanguage);
  const own = isAcross ? primarySubtag(summaryLanguage ?? guessLanguage(given) ?? code) : code;
  if (markup.test(given) && !markup.test(old)) return 'markup';
  if (grounded.length !== 1 || splitSentences(given, own).length !== 1) return 'several-sentences';
  const [before, after] = [tokenize(old, own), tokenize(given, own)];
  const kept = countKept(before, after);
  const share = kept === after.length ? leastKeptByCut : leastKept;
  if (kept < Math.min(fewestKept, before.length) || kept < before.length * share) return 'reworded';
  const told = isAcross ? null : splitSentences(source, code).map(({ text }) => tokenize(text, code));
  if (!hasReason(told, before, after)) return 'added';
  if (told !== null && !agreesOnNegation(told, before, after)) return 'negation';
  return grounded.every(isFound) ? null : 'detail';
}

function isFound({ state, details }: Pick<GroundedSentence, 'state' | 'details'>): boolean {
  if (state !== 'quoted' && state !== 'not-checked') return false;
  return details.every(({ verdict }) => verdict === 'found' || verdict === 'follows');
}

/** Counts the words that two sentences have in the same order. */
function countKept(before: readonly Token[], after: readonly Token[]): number {
  let above = new Uint16Array(after.length + 1);
  for (const token of before) {
    const row = new Uint16Array(after.length + 1);
    for (let at = 0; at < after.length; at += 1) {
      const isSame = after[at]?.key === token.key;
      row[at + 1] = isSame ? (above[at] ?? 0) + 1 : Math.max(above[at + 1] ?? 0, row[at] ?? 0);
    }
    above = row;
  }
  return above.at(-1) ?? 0;
}

/**
 * Whether the passages have each new word, beside a word that the correction kept beside it unless they have none of
 * these. Wording in another language cannot be compared, so there a correction may only exchange words.
 */
function hasReason(
  told: readonly (readonly Token[])[] | null,
  before: readonly Token[],
  after: readonly Token[],
): boolean {
  const added = after.flatMap((token, at) => (isNew(token, before) ? [at] : []));
  if (told === null) return added.length <= before.filter((token) => isNew(token, after)).length + 1;
  const own = new Set(before.map(({ key }) => key));
  const known = new Set(told.flatMap((sentence) => sentence.map(({ key }) => key)));
  return added.every((at) => {
    const near = keysNear(after, at).filter((key) => own.has(key) && known.has(key));
    const isNear = (key: string) => near.length === 0 || near.includes(key);
    return told.some((sentence) =>
      sentence.some(({ key }, place) => key === after[at]?.key && keysNear(sentence, place).some(isNear)),
    );
  });
}

function isNew({ key, light, critical }: Token, others: readonly Token[]): boolean {
  return (!light || critical !== null) && others.every((other) => other.key !== key);
}

function keysNear(tokens: readonly Token[], at: number): string[] {
  const around = tokens.slice(Math.max(0, at - nearTokens), at + 1 + nearTokens);
  return around.flatMap((token) => (token.light || token === tokens[at] ? [] : [token.key]));
}

/** A denial belongs to the first word after it that is no function word, at most this far away. */
const deniedTokens = 4;

/** Whether the source denies what a correction newly denies, and affirms what it no longer denies. */
function agreesOnNegation(
  told: readonly (readonly Token[])[],
  before: readonly Token[],
  after: readonly Token[],
): boolean {
  const [was, is] = [listDenied(before), listDenied(after)];
  const says = (key: string, isSaid: (sentence: readonly Token[], at: number) => boolean) =>
    told.some((sentence) => sentence.some((token, at) => token.key === key && isSaid(sentence, at)));
  const hasNow = (key: string) => after.some((token) => token.key === key);
  return (
    [...is].every((key) => was.has(key) || says(key, isDenied)) &&
    [...was].every((key) => is.has(key) || !hasNow(key) || says(key, (...at) => !isDenied(...at)))
  );
}

function listDenied(tokens: readonly Token[]): Set<string> {
  return new Set(tokens.flatMap(({ key, light }, at) => (!light && isDenied(tokens, at) ? [key] : [])));
}

function isDenied(tokens: readonly Token[], at: number): boolean {
  for (let before = at - 1; before >= 0 && before >= at - deniedTokens; before -= 1) {
    const token = tokens[before];
    if (token === undefined || (tokens[before + 1]?.boundary ?? false)) return false;
    if (token.critical === 'negation') return true;
    if (!token.light) return false;
  }
  return false;
}
