import type { Word } from '#text/sentences/words.ts';

const NEGATORS: ReadonlySet<string> = new Set(
  "not no never none nobody nothing neither nor without cannot can't won't don't doesn't didn't isn't n't nt aren't wasn't weren't hasn't haven't hadn't couldn't wouldn't shouldn't mustn't ain't dont doesnt didnt isnt arent wasnt cant wont couldnt wouldnt shouldnt hasnt havent nope nah unable fail fails failed failing refuse refuses refused except barely hardly scarcely misinforms misinformed nicht kein keine keinen nie niemals pas jamais aucun nunca ningún jamás não nem non mai geen niet не нет никогда".split(
    ' ',
  ),
);
const BROKEN_NEGATOR = /^(?:don|doesn|didn|isn|aren|wasn|weren|hasn|haven|hadn|couldn|wouldn|shouldn|won|n)$/;

/** Whether the word at a position denies what follows; understands tokenised "did n't" and "don ' t". */
export function isNegator(words: readonly Word[], at: number): boolean {
  const word = words[at];
  if (word === undefined) return false;
  if (NEGATORS.has(word.lower)) return true;
  return BROKEN_NEGATOR.test(word.lower) && words[at + 1]?.lower === 't';
}

// A negator reaches a few words ahead: "has not yet been formally charged".
const REACH = 5;

/** Whether a word stands under a negator of its own sentence, between `from` and itself. */
export function isNegated(words: readonly Word[], at: number, from: number): boolean {
  for (let k = at; k >= Math.max(from, at - REACH); k--) if (isNegator(words, k)) return true;
  return false;
}

const CJK_NEGATION =
  /不(?!断|斷|少|仅|僅|过|過|同|久|足|止|但|论|論|管|得不|錯|错)|没有|沒有|未能|未(?!来|來)|并非|並非|无法|無法|从未|尚未|拒绝|ない|ません|なかった|ず、/u;

/** Whether a stretch of Chinese or Japanese text denies something. */
export function hasDenial(text: string): boolean {
  return CJK_NEGATION.test(text);
}
