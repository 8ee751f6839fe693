import { stemWord } from '#text/language/stem.ts';
import words from './words.json' with { type: 'json' };

/** Both are made on first use. */
let groups: Map<string, number[]> | undefined;
let opposites: Map<string, string[]> | undefined;

/** Groups of synonyms that a stem belongs to: general English words that may stand for each other in a paraphrase. */
export function synonymGroups(stem: string): readonly number[] {
  groups ??= buildGroups();
  return groups.get(stem) ?? [];
}

/** Stems that say the opposite of a stem: their exchange turns a statement around. */
export function oppositesOf(stem: string): readonly string[] {
  opposites ??= buildOpposites();
  return opposites.get(stem) ?? [];
}

function buildGroups(): Map<string, number[]> {
  const built = new Map<string, number[]>();
  words.synonyms.forEach((group, number) => {
    for (const word of group.split(' ')) push(built, stemWord(word, 'en'), number);
  });
  return built;
}

function buildOpposites(): Map<string, string[]> {
  const built = new Map<string, string[]>();
  for (const pair of words.antonyms.flatMap((row) => row.split(' '))) {
    const [left = '', right = ''] = pair.split('/').map((word) => stemWord(word, 'en'));
    push(built, left, right);
    push(built, right, left);
  }
  return built;
}

const NEGATIVE_PREFIXES: ReadonlyArray<readonly [prefix: string, shortestRest: number]> = [
  ['un', 4],
  ['in', 6],
  ['im', 6],
  ['ir', 6],
  ['il', 6],
  ['non', 5],
];

/** The same word with a negative prefix added or taken off: flexible and inflexible. */
export function prefixedOpposites(lower: string): string[] {
  const opposites: string[] = [];
  for (const [prefix, shortestRest] of NEGATIVE_PREFIXES) {
    if (lower.length >= shortestRest) opposites.push(prefix + lower);
    if (lower.startsWith(prefix) && lower.length - prefix.length >= shortestRest)
      opposites.push(lower.slice(prefix.length));
  }
  return opposites;
}

function push<T>(map: Map<string, T[]>, key: string, value: T): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [value]);
  else if (!list.includes(value)) list.push(value);
}
