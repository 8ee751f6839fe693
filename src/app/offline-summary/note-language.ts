import type { Run } from '#schema/runs/run.ts';
import { isSameLanguage, languageDisplayName } from '#text/language/language-names.ts';

interface Written {
  /** The requested language. It is undefined if the caller left it to the settings. */
  asked: string | undefined;
  /** The language of the summary, or null if it was not recognized. */
  written: string | null;
  isOffline: boolean;
}

/** Says that a summary is not in the requested language, and what to do. Returns null if the language is right. */
export function noteLanguage({ asked, written, isOffline }: Written): string | null {
  if (asked === undefined || (written !== null && isSameLanguage(asked, written))) return null;
  const wanted = languageDisplayName(asked);
  if (isOffline)
    return `The offline model quotes the text in its own language. For a summary in ${wanted}, connect a model (Settings → Models, or precis models add).`;
  if (written === null) return null;
  return `The summary came back in ${languageDisplayName(written)} instead of ${wanted}. Try again, or use another model.`;
}

/** Does the same for a run that has succeeded. */
export function noteLanguageOf({ outputLanguage, provider }: Run, asked: string | undefined): string | null {
  return noteLanguage({ asked, written: outputLanguage, isOffline: provider === 'builtin' });
}
