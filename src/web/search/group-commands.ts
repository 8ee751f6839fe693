import type { Command } from '#web/commands.ts';
import { type CommandGroup, commandGroups } from '#web/strings/en/palette.ts';

export interface CommandSection {
  name: CommandGroup | 'recent';
  commands: readonly Command[];
}

/** A query that starts with this prefix finds commands only. */
export const commandPrefix = '>';

const mostRecent = 4;
/** Limits matching commands, so that search results stay visible below them. */
const mostFound = 5;

/** Groups the palette's commands into sections for a query. The section with the best match comes first. */
export function groupCommands(
  offered: readonly Command[],
  query: string,
  recent: readonly string[],
): CommandSection[] {
  const isAlone = query.startsWith(commandPrefix);
  const words = isAlone ? query.slice(commandPrefix.length).trim() : query;
  if (words === '') return listAll(offered, recent);
  const found = matchCommands(offered, words, recent);
  const sections = commandGroups.map((name) => {
    const commands = found.filter(({ group }) => group === name);
    return { name, commands: isAlone ? commands : commands.slice(0, mostFound) };
  });
  const placeOf = ({ commands: [best] }: CommandSection) => (best === undefined ? 0 : found.indexOf(best));
  return sections
    .filter(({ commands }) => commands.length > 0)
    .toSorted((first, second) => placeOf(first) - placeOf(second));
}

function listAll(offered: readonly Command[], recent: readonly string[]): CommandSection[] {
  const used = recent
    .flatMap((id) => offered.filter((command) => command.id === id && command.isCurrent !== true))
    .slice(0, mostRecent);
  const others = offered.filter((command) => command.isOneOfMany !== true && !used.includes(command));
  return [
    { name: 'recent' as const, commands: used },
    ...commandGroups.map((name) => ({ name, commands: others.filter(({ group }) => group === name) })),
  ].filter(({ commands }) => commands.length > 0);
}

/** From this length on, a word may have one wrong, missing, added or swapped letter. */
const leastForTypo = 5;
/** Shorter fragments occur inside too many words to be useful matches. */
const leastInside = 3;

type Sought = Pick<Command, 'id' | 'label' | 'words'>;

/**
 * Finds the commands that contain every typed word. A match at the start of the label ranks above one at the start of
 * a word, followed by initials, additional words and parts of words. Recent commands rank above equally good ones.
 * Misspelled words match only if nothing else does.
 */
export function matchCommands<T extends Sought>(
  commands: readonly T[],
  query: string,
  recent: readonly string[] = [],
): T[] {
  const typed = wordsOf(query);
  if (typed.length === 0) return [];
  const exact = rank(commands, recent, (command) => score(command, typed));
  return exact.length > 0
    ? exact
    : rank(commands, recent, ({ label, words }) => {
        const known = wordsOf(`${label} ${words ?? ''}`);
        return typed.every((word) => known.some((one) => isNear(word, one))) ? 1 : 0;
      });
}

function rank<T extends Sought>(
  commands: readonly T[],
  recent: readonly string[],
  scoreOf: (command: T) => number,
): T[] {
  const age = (id: string) => (recent.includes(id) ? recent.indexOf(id) : recent.length);
  return commands
    .map((command) => ({ command, score: scoreOf(command) }))
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score || age(a.command.id) - age(b.command.id))
    .map(({ command }) => command);
}

/** Ranks a match from 6 (best) to 1. 0 means that a word is missing. */
function score({ label, words = '' }: Sought, typed: readonly string[]): number {
  const own = wordsOf(label);
  const others = wordsOf(words);
  if (own.join(' ').startsWith(typed.join(' '))) return 6;
  const [only] = typed;
  const initials = own.map((word) => word.charAt(0)).join('');
  const isInitials = typed.length === 1 && only !== undefined && only.length > 1 && initials.startsWith(only);
  const worst = Math.min(...typed.map((word) => scoreWord(word, own, others)));
  return Math.max(worst, isInitials ? 3 : 0);
}

function scoreWord(word: string, own: readonly string[], others: readonly string[]): number {
  if (own.includes(word)) return 5;
  if (own.some((one) => one.startsWith(word))) return 4;
  if (others.some((one) => one.startsWith(word))) return 2;
  const isInside = word.length >= leastInside || isUnspaced(word);
  return isInside && [...own, ...others].some((one) => one.includes(word)) ? 1 : 0;
}

/** Whether a word equals the start of another one, except for one letter. */
function isNear(word: string, known: string): boolean {
  if (known.startsWith(word)) return true;
  if (word.length < leastForTypo) return false;
  let at = 0;
  while (at < word.length && word[at] === known[at]) at += 1;
  // Typos in the first letter are rare, and allowing them would match too many words.
  if (at === 0) return false;
  const [rest, knownRest] = [word.slice(at), known.slice(at)];
  return (
    knownRest.slice(1).startsWith(rest.slice(1)) ||
    knownRest.slice(1).startsWith(rest) ||
    knownRest.startsWith(rest.slice(1)) ||
    (rest[0] === knownRest[1] && rest[1] === knownRest[0] && knownRest.slice(2).startsWith(rest.slice(2)))
  );
}

function wordsOf(text: string): string[] {
  return (
    text
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  );
}

function isUnspaced(word: string): boolean {
  return /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u.test(
    word,
  );
}
