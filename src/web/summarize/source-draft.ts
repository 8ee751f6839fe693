export interface SourceDraft {
  title: string;
  text: string;
  /** Where the text was fetched; null once it was typed, pasted or read from a file. */
  url: string | null;
}

export const emptyDraft: SourceDraft = { title: '', text: '', url: null };

/** Tabs keep about 5 million characters in all; a longer text lives as long as the page. */
const maxKeptCharacters = 1_000_000;

export function parseDraft(stored: string | null): SourceDraft {
  if (stored === null) return emptyDraft;
  try {
    const { title, text, url } = JSON.parse(stored) as Partial<Record<keyof SourceDraft, unknown>>;
    if (typeof title !== 'string' || typeof text !== 'string') return emptyDraft;
    return { title, text, url: typeof url === 'string' ? url : null };
  } catch {
    return emptyDraft;
  }
}

export function formatDraft(draft: SourceDraft): string | null {
  return draft.text.length > maxKeptCharacters ? null : JSON.stringify(draft);
}
