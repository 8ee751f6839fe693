import words from '#text/grounding/words.json' with { type: 'json' };

/** Different words that say the same in any context: spelling, reported speech, short forms. */
const GROUP_OF = new Map<string, number>();
words.sameWords.forEach((group, number) => {
  for (const word of group.split(' ')) if (!GROUP_OF.has(word)) GROUP_OF.set(word, number);
});

/** Whether two lower-case words may stand for each other without a change of meaning. */
export function isSameWord(left: string, right: string): boolean {
  if (left === right) return true;
  const group = GROUP_OF.get(left);
  return group !== undefined && group === GROUP_OF.get(right);
}
