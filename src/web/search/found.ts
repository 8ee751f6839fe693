import type { LinkProps } from '@tanstack/react-router';
import type { FoundKind } from '#web/strings/en/search.ts';

/** One result with its link. */
export interface Found {
  /** Unique across all kinds. */
  id: string;
  title: string;
  excerpt: string;
  /** Where the words occur, if not in the entry itself. */
  foundIn?: 'summary' | 'translation';
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
