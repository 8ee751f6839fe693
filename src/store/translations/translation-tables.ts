import type { EntryId } from '#schema/entry.ts';
import type { RunId } from '#schema/ids.ts';
import type { TranslationProblem } from '#schema/translations/translation.ts';

export interface TranslationTables {
  translated_paragraphs: TranslatedParagraphsTable;
}

/** While a paragraph is translated again, it has two rows; `visible-rows.ts` says which one counts. */
interface TranslatedParagraphsTable {
  entry_id: EntryId;
  target_language: string;
  /** Of the paragraph's markup. */
  key: string;
  /** The run may have been deleted. */
  run_id: RunId;
  /** Null: not translated, for the reason in `problem`. */
  text: string | null;
  problem: TranslationProblem | null;
  marks_json: string;
  created_at: number;
  /** Together with the next: cleared then, and undone by this id for some minutes. */
  undo_id: string | null;
  cleared_at: number | null;
}
