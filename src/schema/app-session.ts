import type { SummarizedText } from '#schema/runs/summary.ts';
import type { EntryId } from './entry.ts';
import type { DetailLevel } from './language.ts';

/** Where a translated paragraph stands: under its source, beside it, or in its place. */
export const translationLayouts = ['under', 'beside', 'alone'] as const;
export type TranslationLayout = (typeof translationLayouts)[number];

/** What the reader chose since the app was opened, for all entries alike; null where nothing was chosen. */
export interface SessionValues {
  targetLanguage: string | null;
  detailLevel: DetailLevel | null;
  autoSummary: boolean;
  /** Entries whose summary was cleared or stopped: auto-summary does not create another one. */
  leftAlone: EntryId[];
  translationLanguage: string | null;
  translationLayout: TranslationLayout;
  /** Whether articles that are translated show it. */
  translationShown: boolean;
  /** Whether lists show translated titles. */
  titlesTranslated: boolean;
  /** Which text of a translated article summaries are made from. */
  summaryOf: SummarizedText;
}

/** `changedAt` is 0 where nothing was ever chosen. */
export interface SessionState {
  changedAt: number;
  values: SessionValues;
}

/** What a tab keeps of it; `leftAt` is null while its page is open. */
export interface KeptSession {
  /** Of the app: what another one left may have another form. */
  build: string;
  state: SessionState;
  leftAt: number | null;
}

/** A new tab asks; tabs with a newer state answer. Both messages carry the sender's state. */
export interface SessionMessage {
  type: 'ask' | 'tell';
  build: string;
  state: SessionState;
}
