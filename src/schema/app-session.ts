import type { SummarizedText } from '#schema/runs/summary.ts';
import type { EntryId } from './entry.ts';
import type { DetailLevel } from './language.ts';

/** Where a translated paragraph stands: under its source, beside it, or instead of it. */
export const translationLayouts = ['under', 'beside', 'alone'] as const;
export type TranslationLayout = (typeof translationLayouts)[number];

/** What the reader chose since the app was opened, for all entries. Null means that nothing was chosen. */
export interface SessionValues {
  targetLanguage: string | null;
  detailLevel: DetailLevel | null;
  autoSummary: boolean;
  /** Entries whose summary was cleared or stopped. Auto-summary does not create another one for them. */
  leftAlone: EntryId[];
  translationLanguage: string | null;
  translationLayout: TranslationLayout;
  /** Whether translated articles show their translation. */
  translationShown: boolean;
  /** Whether lists show translated titles. */
  titlesTranslated: boolean;
  /** Which text of a translated article is summarized. */
  summaryOf: SummarizedText;
}

/** The choices of a session. `changedAt` is 0 if nothing was ever chosen. */
export interface SessionState {
  changedAt: number;
  values: SessionValues;
}

/** What a tab stores of its session. `leftAt` is null while its page is open. */
export interface KeptSession {
  /** The build of the app that stored this. Another build may have stored it in another form. */
  build: string;
  state: SessionState;
  leftAt: number | null;
}

/** A message between tabs, with the sender's state. A new tab asks, and tabs with a newer state answer. */
export interface SessionMessage {
  type: 'ask' | 'tell';
  build: string;
  state: SessionState;
}
