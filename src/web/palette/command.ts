import type { LinkProps } from '@tanstack/react-router';
import type { CommandGroup } from '#web/strings/en/palette.ts';

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
