import type { LinkProps } from '@tanstack/react-router';
import type { FoundKind } from '#web/strings/en/search.ts';

/** One thing that was found, with the way to it. */
export interface Found {
  /** Unique over all kinds. */
  id: string;
  title: string;
  excerpt: string;
  /** The words stand in the summary of an entry, not in the entry. */
  isInSummary?: boolean;
  /** Where it is from. */
  origin: string | null;
  at: number;
  link: LinkProps;
}

export interface FoundGroup {
  kind: FoundKind;
  items: readonly Found[];
  isSearching: boolean;
  hasFailed: boolean;
}
