import type { LinkProps } from '@tanstack/react-router';
import type { FoundKind } from '#web/strings/en/search.ts';

/** One result with its link. */
export interface Found {
  /** Unique across all kinds. */
  id: string;
  title: string;
  excerpt: string;
  /** The words occur in the entry's summary, not in the entry. */
  isInSummary?: boolean;
  /** Where it comes from. */
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
