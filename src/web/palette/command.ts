import type { LinkProps } from '@tanstack/react-router';

/** What the palette offers, in display order: actions on what is open, actions anywhere, and places to go. */
export const commandGroups = ['here', 'anywhere', 'places'] as const;
export type CommandGroup = (typeof commandGroups)[number];

interface Offer {
  /** The same in every visit, so that recent commands can be recognized. */
  id: string;
  group: CommandGroup;
  label: string;
  /** Other words that find it. */
  words?: string | undefined;
  /** At the end of its row. */
  note?: string | undefined;
  /** The key that does the same. */
  shortcut?: string | undefined;
  /** The choice in effect. */
  isCurrent?: boolean;
  /** Offered only once something is typed: one of many. */
  isOneOfMany?: boolean;
}

/** Something that can be done now. */
export type Command = Offer & ({ run(): void } | { link: LinkProps });
