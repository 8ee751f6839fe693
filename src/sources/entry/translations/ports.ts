import type { Transaction } from '#engine/ports.ts';
import type { EntryId } from '#schema/entry.ts';
import type { RunId } from '#schema/ids.ts';
import type { Run } from '#schema/runs/run.ts';
import type { TranslatedParagraph } from '#schema/translations/translation.ts';

/** One paragraph of one entry, as a run stores it. */
export interface NewParagraph extends TranslatedParagraph {
  entryId: EntryId;
}

export interface TranslationSlot {
  runId: RunId;
  templateHash: string | null;
  updatedAt: number;
}

interface OfEntry {
  entryId: EntryId;
  targetLanguage: string;
}

/** Translated paragraphs, and the slots of entries whose translation a run has completed. */
export interface TranslationStore {
  /**
   * Adds to what this attempt of the run has stored. False: the run was cancelled or belongs to another attempt by now, and
   * nothing was stored. Entries that were deleted are left out.
   */
  saveParagraphs(save: {
    runId: RunId;
    attempt: number;
    targetLanguage: string;
    paragraphs: NewParagraph[];
    at: number;
  }): Promise<boolean>;
  /** What the run has stored, by any attempt. */
  listOfRun(runId: RunId): Promise<NewParagraph[]>;
  /** One for each key: the newest that was made by a run that succeeded or was aborted, else the oldest. */
  listParagraphs(of: OfEntry): Promise<(TranslatedParagraph & { runId: RunId })[]>;
  /** The same for one paragraph of each entry. Those without a text are left out. */
  listTitles(of: {
    targetLanguage: string;
    titles: { entryId: EntryId; key: string }[];
  }): Promise<{ entryId: EntryId; text: string }[]>;
  listLanguages(
    entryId: EntryId,
  ): Promise<{ targetLanguage: string; paragraphs: number; updatedAt: number }[]>;
  getSlot(of: OfEntry): Promise<TranslationSlot | null>;
  /** The newest run of the task `translation`. */
  getLastRun(of: OfEntry): Promise<Run | null>;
  /** Into the slot that the run fills in the same transaction: what it translated again replaces what was there. */
  saveTranslation(tx: Transaction, runId: RunId, evicted: readonly string[]): Promise<boolean>;
  /**
   * After a run has ended: of two translations of a paragraph one goes. A failed run's own, else the older. Does nothing
   * for a run that is not over.
   */
  settle(runId: RunId): Promise<void>;
  /** In one language, or all; kept for some minutes under `undoId`. Returns how many paragraphs there were. */
  clear(clear: {
    entryId: EntryId;
    targetLanguage: string | null;
    undoId: string;
    at: number;
  }): Promise<number>;
  /** Returns how many translations of an article into one language there were. */
  deleteAll(): Promise<number>;
  /** Paragraphs translated in the meantime stay. Returns how many were kept. */
  restore(restore: { entryId: EntryId; undoId: string; at: number; cap: number }): Promise<number>;
}
