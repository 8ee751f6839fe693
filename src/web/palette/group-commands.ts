import { type CommandGroup, commandGroups } from '#web/strings/en/palette.ts';
import type { Command } from './command.ts';
import { matchCommands } from './match-commands.ts';

export interface CommandSection {
  name: CommandGroup | 'recent';
  commands: readonly Command[];
}

/** Typed before other words, it leaves out search results. */
export const commandPrefix = '>';

const mostRecent = 4;
/** So that search results stay in sight below. */
const mostFound = 5;

/** What the palette shows for a query, section by section, the section with the best match first. */
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
