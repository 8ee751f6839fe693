import { plainWords } from '#text/grounding/plain-words.ts';
import { estimateTokens } from '#text/tokens/estimate-tokens.ts';

export interface LibraryTag {
  name: string;
  key: string;
  synonyms: readonly string[];
  /** How many entries have it. */
  entries: number;
}

/** Looking through more would take longer than the answer. */
const mostTags = 5000;

/** How many of the tag's names stand in a text, by whole words. */
export function findsIn(
  text: string,
): (tag: Pick<LibraryTag, 'name' | 'synonyms'>) => 'name' | 'word' | null {
  const plain = plainWords(text).text;
  const has = (words: string) => words !== '' && plain.includes(isSpaced(words) ? ` ${words} ` : words);
  return ({ name, synonyms }) => {
    const spellings = [name, ...synonyms].map((spelling) => plainWords(spelling).text.trim());
    if (spellings.some(has)) return 'name';
    return spellings.some((spelling) => spelling.split(' ').some((word) => word.length > 3 && has(word)))
      ? 'word'
      : null;
  };
}

function isSpaced(words: string): boolean {
  return !/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(words);
}

/**
 * The names that a model should choose from, one per line and no more than so many tokens: those that stand in the
 * text, those that share a word with it, then the most used.
 */
export function chooseLibrary(
  text: string,
  tags: readonly LibraryTag[],
  { maxTokens }: { maxTokens: number },
): string[] {
  const find = findsIn(text);
  const order = { name: 0, word: 1 };
  const ranked = tags
    .slice(0, mostTags)
    .map((tag) => {
      const found = find(tag);
      return { tag, rank: found === null ? 2 : order[found] };
    })
    .sort((a, b) => a.rank - b.rank || b.tag.entries - a.tag.entries || (a.tag.key < b.tag.key ? -1 : 1));
  const chosen: string[] = [];
  let tokens = 0;
  for (const { tag } of ranked) {
    tokens += estimateTokens(tag.name) + 1;
    if (tokens > maxTokens) break;
    chosen.push(tag.name);
  }
  return chosen;
}
