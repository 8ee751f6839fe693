import { stemWord } from '#text/stem.ts';
import type { Word } from '#text/words.ts';
import { type Fit, measureFit } from './context.ts';
import { oppositesOf, prefixedOpposites } from './lexicon.ts';
import { findNames } from './names.ts';
import { isNegated, isNegator } from './negation.ts';
import { agrees, findQuantities, isYear, type Quantity } from './quantities.ts';
import type { SourceIndex } from './source-index.ts';
import type { Support } from './support.ts';

/** Something a summary sentence states and the source does not bear out. */
export type Flag = {
  kind: 'number' | 'date' | 'name' | 'quote' | 'negation' | 'opposite' | 'term';
  start: number;
  end: number;
  /** Not in the source at all, or in the source but about something else. */
  reason: 'missing' | 'elsewhere' | 'reversed';
  /** From 0 to 1. */
  weight: number;
};

export type Claim = {
  text: string;
  words: readonly Word[];
  start: number;
  cased: boolean;
  wholeText: string;
};

// Below this the reader is not bothered; the score still counts the doubt.
const SHOWN_FROM = 0.35;

/** Flags that are sure enough to be shown. */
export function shownFlags(flags: readonly Flag[]): Flag[] {
  return flags.filter((flag) => flag.weight >= SHOWN_FROM);
}

/** Everything doubtful in a claim, with how doubtful it is. */
export function findFlags(claim: Claim, support: Support, source: SourceIndex): Flag[] {
  return [
    ...numberFlags(claim, source),
    ...dateFlags(claim, source),
    ...nameFlags(claim, source),
    ...quoteFlags(claim, source),
    ...negationFlags(claim, support, source),
    ...oppositeFlags(claim, support, source),
  ].sort((a, b) => a.start - b.start);
}

function numberFlags({ text, words, start }: Claim, source: SourceIndex): Flag[] {
  const flags: Flag[] = [];
  for (const quantity of findQuantities(text)) {
    const matching = source.quantities.filter((other) => agrees(quantity, other));
    const span = { kind: 'number' as const, start: start + quantity.start, end: start + quantity.end };
    if (matching.length === 0) {
      if (isCounted(quantity)) continue;
      flags.push({ ...span, reason: 'missing', weight: quantity.weak ? 0.5 : 1 });
      continue;
    }
    if (quantity.weak) continue;
    const from = wordAt(words, span.start);
    const to = wordAt(words, span.end - 1);
    const positions = matching.map((other) => wordAt(source.words, other.start));
    const fit = measureFit(words, { from, to, positions }, source);
    const misfit = misfitOf(fit, 0.1) * (isYear(quantity) ? 0.34 : 0.7);
    if (misfit > 0) flags.push({ ...span, reason: 'elsewhere', weight: misfit });
  }
  return flags;
}

/** "One" and "first" are rarely quoted: they are counted, or no number at all. */
function isCounted({ weak, value }: Quantity): boolean {
  return weak && value <= 1;
}

function nameFlags(claim: Claim, source: SourceIndex): Flag[] {
  const flags: Flag[] = [];
  for (const run of findNames({ words: claim.words, text: claim.wholeText, source, cased: claim.cased })) {
    const span = { kind: 'name' as const, start: run.start, end: run.end };
    for (const word of run.novel)
      flags.push({ kind: 'name', start: word.start, end: word.end, reason: 'missing', weight: 1 });
    if (run.novel.length > 0) continue;
    if (run.torn)
      flags.push({ ...span, start: run.torn.start, end: run.torn.end, reason: 'elsewhere', weight: 0.9 });
    else if (run.positions.length > 0) {
      const misfit = misfitOf(measureFit(claim.words, run, source), 0.3);
      if (misfit > 0) flags.push({ ...span, reason: 'elsewhere', weight: misfit });
    }
  }
  return flags;
}

/** 0 is a good fit, 1 a swap. A neighbour that the source has in the same place speaks against a swap. */
function misfitOf({ own, other, pairs, context }: Fit, pairWeight: number): number {
  const certain = Math.min(1, Math.max(0, (other - 0.55) / 0.3)) * Math.min(1, context / 2);
  return Math.max(0, (other - own) * certain - pairWeight * pairs);
}

const CALENDAR =
  /\b(?:January|February|March|April|June|July|August|September|October|November|December|Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday)\b/giu;

/** A month or weekday that the source never names, in full or short. */
function dateFlags({ text, start }: Claim, source: SourceIndex): Flag[] {
  const flags: Flag[] = [];
  for (const match of text.matchAll(CALENDAR)) {
    const lower = match[0].toLowerCase();
    if (lower === 'march' && match[0] === 'march') continue;
    const short = lower.slice(0, 3);
    const known = [lower, short, `${lower}s`, short === 'sep' ? 'sept' : short].some((form) =>
      source.positions.has(stemWord(form, 'en')),
    );
    if (known) continue;
    const from = start + match.index;
    flags.push({ kind: 'date', start: from, end: from + lower.length, reason: 'missing', weight: 0.9 });
  }
  return flags;
}

const QUOTATION = /["“]([^"”“]{12,300})["”]|「([^」]{6,200})」/gu;

function quoteFlags({ text, start, words }: Claim, source: SourceIndex): Flag[] {
  const flags: Flag[] = [];
  for (const match of text.matchAll(QUOTATION)) {
    const from = start + (match.index ?? 0);
    const end = from + match[0].length;
    const inside = words.filter((word) => word.start >= from && word.end <= end);
    if (inside.length < 3) continue;
    let hits = 0;
    for (let at = 0; at + 1 < inside.length; at++) {
      if (source.pairs.has(`${inside[at]?.term} ${inside[at + 1]?.term}`)) hits++;
    }
    const share = hits / (inside.length - 1);
    if (share < 0.6) flags.push({ kind: 'quote', start: from, end, reason: 'missing', weight: 1 - share });
  }
  return flags;
}

/** A denied word that its supporting sentence affirms, or the other way round. */
function negationFlags({ words }: Claim, support: Support, source: SourceIndex): Flag[] {
  const flags: Flag[] = [];
  for (let at = 0; at < words.length; at++) {
    if (!isNegator(words, at)) continue;
    const doubled = isNegator(words, at + 1) && !isNegator(words, at + 2);
    const weight = doubled ? 0.8 : affirmedInSource(words, at, support, source);
    const word = words[at];
    if (weight > 0 && word)
      flags.push({ kind: 'negation', start: word.start, end: word.end, reason: 'reversed', weight });
  }
  return flags;
}

/** How surely the words after a negator are said in the source without one: they stand there side by side. */
function affirmedInSource(
  words: readonly Word[],
  negator: number,
  support: Support,
  source: SourceIndex,
): number {
  const after = contentFrom(words, negator + 1, 3, 1);
  const before = contentFrom(words, negator - 1, 2, -1);
  const [target] = after;
  if (target === undefined) return 0;
  const places = source.positions.get(target.term) ?? [];
  if (places.length === 0) return isDeniedNearby(support, source) ? 0 : Math.min(0.9, support.best);
  let affirmed = 0;
  let denied = 0;
  for (const place of places.slice(0, 60)) {
    const sentence = source.sentenceOf[place] ?? 0;
    const close = [...before, ...after.slice(1)].filter((word) =>
      isNear(source, word.term, place, 12),
    ).length;
    const others = before.length + after.length - 1;
    const fit = others === 0 ? 0.5 : close / others;
    const from = firstWordOf(source, sentence);
    if (isNegated(source.words, place, from) || isNegator(source.words, place + 1))
      denied = Math.max(denied, fit);
    else affirmed = Math.max(affirmed, fit + (support.sentences.includes(sentence) ? 0.1 : 0));
  }
  if (affirmed < 0.5 || denied >= affirmed - 0.1) return 0;
  return Math.min(1, affirmed);
}

const DENIAL =
  /^(?:deni|deny|refus|reject|fail|lack|ban|stop|prevent|avoid|unable|unlik|hard|bare|rare|few|littl|only|yet|instead|without|declin|cancel|miss|wrong|fals|los|end|block|oppos|absenc|imposs|unknown|unclear|unwill|insuffici|neith|least|less|until|unless)/;

/** Whether the supporting sentences deny anything at all, in whatever words. */
function isDeniedNearby({ sentences }: Support, source: SourceIndex): boolean {
  return sentences.some((sentence) => {
    for (let at = firstWordOf(source, sentence); source.sentenceOf[at] === sentence; at++) {
      if (isNegator(source.words, at) || DENIAL.test(source.words[at]?.term ?? '')) return true;
    }
    return false;
  });
}

function contentFrom(words: readonly Word[], from: number, count: number, step: 1 | -1): Word[] {
  const found: Word[] = [];
  for (let at = from; at >= 0 && at < words.length && found.length < count; at += step) {
    const word = words[at];
    if (word !== undefined && !word.light) found.push(word);
  }
  return found;
}

function isNear(source: SourceIndex, term: string, place: number, reach: number): boolean {
  return (source.positions.get(term) ?? []).some((other) => Math.abs(other - place) <= reach);
}

function firstWordOf(source: SourceIndex, sentence: number): number {
  let low = 0;
  let high = source.sentenceOf.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((source.sentenceOf[middle] ?? 0) < sentence) low = middle + 1;
    else high = middle;
  }
  return low;
}

function oppositeFlags({ words }: Claim, support: Support, source: SourceIndex): Flag[] {
  const wanted = new Set(support.sentences);
  const inSupport = (term: string): boolean =>
    source.sentencesWith.get(term)?.some((sentence) => wanted.has(sentence)) ?? false;
  const flags: Flag[] = [];
  for (const word of words) {
    if (inSupport(word.term) || /^\p{N}/u.test(word.lower)) continue;
    const span = { kind: 'opposite' as const, start: word.start, end: word.end, reason: 'reversed' as const };
    const known = source.positions.has(word.term);
    if (oppositesOf(word.term).some(inSupport)) flags.push({ ...span, weight: known ? 0.5 : 1 });
    else if (!known && !word.light && hasPrefixedOpposite(word, source)) flags.push({ ...span, weight: 1 });
  }
  return flags;
}

function hasPrefixedOpposite(word: Word, source: SourceIndex): boolean {
  if (source.language !== 'en' || word.lower.length < 5) return false;
  return prefixedOpposites(word.lower).some((lower) => source.positions.has(stemWord(lower, 'en')));
}

function wordAt(words: readonly Word[], offset: number): number {
  let low = 0;
  let high = words.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((words[middle]?.start ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}
