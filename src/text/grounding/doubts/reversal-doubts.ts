import { firstWordOf, holds, type SourceIndex } from '#text/grounding/source-index.ts';
import { oppositesOf, prefixedOpposites, type Support } from '#text/grounding/support.ts';
import { stemWord } from '#text/language/stem.ts';
import type { Word } from '#text/sentences/words.ts';
import { type Claim, type Doubt, nearest } from './context.ts';

/** Doubts a denied word that its supporting sentence affirms, and an affirmed word that it denies. */
export function negationDoubts(claim: Claim, support: Support, source: SourceIndex): Doubt[] {
  if (source.language === 'zh' || source.language === 'ja') return unspacedNegations(claim, support, source);
  const { words } = claim;
  const doubts: Doubt[] = [];
  for (let at = 0; at < words.length; at++) {
    if (!isNegator(words, at)) continue;
    const doubled = isNegator(words, at + 1) && !isNegator(words, at + 2);
    const retold = source.speakers.size > 0 && isDeniedNearby(aroundSupport(support), source);
    const weight = doubled ? 0.8 : retold ? 0 : affirmedInSource(words, at, support, source);
    if (weight > 0) doubts.push({ kind: 'negation', reason: 'reversed', weight });
  }
  return doubts.length > 0 ? doubts : droppedNegations(words, support, source);
}

/**
 * Doubts a denial in unspaced text if no supporting sentence denies anything, since there are no words to compare.
 */
function unspacedNegations({ text }: Claim, support: Support, source: SourceIndex): Doubt[] {
  if (!hasDenial(text) || support.best < 0.5) return [];
  if (support.sentences.some((at) => hasDenial(source.sentences[at]?.text ?? ''))) return [];
  return [{ kind: 'negation', reason: 'reversed', weight: support.best }];
}

/** Doubts a word that the claim affirms and the best supporting sentence denies. */
function droppedNegations(words: readonly Word[], support: Support, source: SourceIndex): Doubt[] {
  const [best] = support.sentences;
  if (best === undefined || support.best < 0.5 || words.some((_, at) => isNegator(words, at))) return [];
  for (let at = firstWordOf(source, best); source.sentenceOf[at] === best; at++) {
    if (!isNegator(source.words, at)) continue;
    const [target] = contentFrom(source.words, at + 1, 1, 1);
    const stated = target && words.find((word) => word.term === target.term);
    if (stated === undefined || isAffirmedSomewhere(stated.term, source)) continue;
    return [{ kind: 'negation', reason: 'reversed', weight: support.best }];
  }
  return [];
}

function isAffirmedSomewhere(term: string, source: SourceIndex): boolean {
  return (source.positions.get(term) ?? []).some(
    (place) => !isNegated(source.words, place, firstWordOf(source, source.sentenceOf[place] ?? 0)),
  );
}

/**
 * Rates how surely the source says the words after a negator without a negator, by how close together they stand
 * there.
 */
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
  if (places.length === 0) return isDeniedNearby(support.sentences, source) ? 0 : Math.min(0.9, support.best);
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

/** Whether the supporting sentences deny anything, in whatever words. */
function isDeniedNearby(sentences: readonly number[], source: SourceIndex): boolean {
  return sentences.some((sentence) => {
    for (let at = firstWordOf(source, sentence); source.sentenceOf[at] === sentence; at++) {
      if (isNegator(source.words, at) || DENIAL.test(source.words[at]?.term ?? '')) return true;
    }
    return false;
  });
}

/** Adds the turns after the supporting ones, because in a dialog the denial often comes in the answer. */
function aroundSupport({ sentences }: Support): number[] {
  return sentences.flatMap((at) => [at, at + 1, at + 2]);
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
  const places = source.positions.get(term);
  return places !== undefined && nearest(places, place) <= reach;
}

/** Doubts a word if the supporting sentences use its opposite. */
export function oppositeDoubts({ words }: Claim, support: Support, source: SourceIndex): Doubt[] {
  const inSupport = (term: string): boolean =>
    support.sentences.some((sentence) => holds(source, term, sentence));
  const doubts: Doubt[] = [];
  for (const word of words) {
    if (inSupport(word.term) || /^\p{N}/u.test(word.lower)) continue;
    const known = source.positions.has(word.term);
    if (oppositesOf(word.term).some(inSupport))
      doubts.push({ kind: 'opposite', reason: 'reversed', weight: known ? 0.5 : 1 });
    else if (!known && !word.light && hasPrefixedOpposite(word, source))
      doubts.push({ kind: 'opposite', reason: 'reversed', weight: 1 });
  }
  return doubts;
}

function hasPrefixedOpposite(word: Word, source: SourceIndex): boolean {
  if (source.language !== 'en' || word.lower.length < 5) return false;
  return prefixedOpposites(word.lower).some((lower) => source.positions.has(stemWord(lower, 'en')));
}

const NEGATORS: ReadonlySet<string> = new Set(
  "not no never none nobody nothing neither nor without cannot can't won't don't doesn't didn't isn't n't nt aren't wasn't weren't hasn't haven't hadn't couldn't wouldn't shouldn't mustn't ain't dont doesnt didnt isnt arent wasnt cant wont couldnt wouldnt shouldnt hasnt havent nope nah unable fail fails failed failing refuse refuses refused except barely hardly scarcely misinforms misinformed nicht kein keine keinen nie niemals pas jamais aucun nunca ningún jamás não nem non mai geen niet не нет никогда".split(
    ' ',
  ),
);
const BROKEN_NEGATOR = /^(?:don|doesn|didn|isn|aren|wasn|weren|hasn|haven|hadn|couldn|wouldn|shouldn|won|n)$/;

/** Whether the word at a position denies what follows, including the split forms "did n't" and "don ' t". */
function isNegator(words: readonly Word[], at: number): boolean {
  const word = words[at];
  if (word === undefined) return false;
  if (NEGATORS.has(word.lower)) return true;
  return BROKEN_NEGATOR.test(word.lower) && words[at + 1]?.lower === 't';
}

// A negator affects a few words after it: "has not yet been formally charged".
const REACH = 5;

/** Whether a negator between `from` and the word affects the word. */
function isNegated(words: readonly Word[], at: number, from: number): boolean {
  for (let k = at; k >= Math.max(from, at - REACH); k--) if (isNegator(words, k)) return true;
  return false;
}

const CJK_NEGATION =
  /不(?!断|斷|少|仅|僅|过|過|同|久|足|止|但|论|論|管|得不|錯|错)|没有|沒有|未能|未(?!来|來)|并非|並非|无法|無法|从未|尚未|拒绝|ない|ません|なかった|ず、/u;

/** Whether a piece of Chinese or Japanese text denies something. */
function hasDenial(text: string): boolean {
  return CJK_NEGATION.test(text);
}
