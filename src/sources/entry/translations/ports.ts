import type { Transaction } from '#engine/ports.ts';
import type { EntryId } from '#schema/entry.ts';
import type { RunId } from '#schema/ids.ts';
import type { Run } from '#schema/runs/run.ts';
import type { TranslatedParagraph } from '#schema/translations/translation.ts';

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

/** Stores translated paragraphs, and the slots of entries whose translation a run has completed. */
export interface TranslationStore {
  /**
   * Stores more paragraphs of a run's attempt. False if the run was cancelled or another attempt owns it, and nothing
   * was stored. Deleted entries are skipped.
   */
  saveParagraphs(save: {
    runId: RunId;
    attempt: number;
    targetLanguage: string;
    paragraphs: NewParagraph[];
    at: number;
  }): Promise<boolean>;
  /** The paragraphs that any attempt of the run has stored. */
  listOfRun(runId: RunId): Promise<NewParagraph[]>;
  /** One paragraph for each key: the newest from a run that succeeded or was aborted, otherwise the oldest. */
  listParagraphs(of: OfEntry): Promise<(TranslatedParagraph & { runId: RunId })[]>;
  /** Chooses in the same way for one paragraph of each entry. Omits paragraphs without a text. */
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
  /** Saves into the slot that the run fills in the same transaction. Repeated translations replace the old ones. */
  saveTranslation(tx: Transaction, runId: RunId, evicted: readonly string[]): Promise<boolean>;
  /**
   * Deletes one of two translations of a paragraph after a run has ended: the one of a failed run, otherwise the
   * older. Does nothing if the run has not ended.
   */
  settle(runId: RunId): Promise<void>;
  /** Clears one language, or all, with an undo for some minutes. Returns how many paragraphs there were. */
  clear(clear: {
    entryId: EntryId;
    targetLanguage: string | null;
    undoId: string;
    at: number;
  }): Promise<number>;
  /** Returns how many translations were deleted; each language of an article counts as one. */
  deleteAll(): Promise<number>;
  /** Returns how many paragraphs are restored. Paragraphs translated in the meantime are kept. */
  restore(restore: { entryId: EntryId; undoId: string; at: number; cap: number }): Promise<number>;
}
