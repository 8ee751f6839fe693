import type { SessionValues } from '#schema/app-session.ts';
import type { DetailLevel } from '#schema/language.ts';
import type { Run } from '#schema/runs/run.ts';
import { slotSchema } from '#schema/runs/summary.ts';
import type { Settings } from '#schema/settings.ts';
import { normalizeLanguage } from '#text/language/language-names.ts';
import { ownLanguageName } from '#web/controls/languages/language-name.ts';
import type { Strings } from '#web/strings/en/en.ts';

/** The values of the panel's controls. Together with the entry, they name a slot. */
export interface Choice {
  targetLanguage: string;
  detailLevel: DetailLevel;
  /** Summarizes the translation into the target language instead of the article. */
  of?: 'translation' | undefined;
}

export function isSameChoice(first: Choice, second: Choice): boolean {
  return (
    first.targetLanguage === second.targetLanguage &&
    first.detailLevel === second.detailLevel &&
    first.of === second.of
  );
}

export function choiceOfRun({ variant }: Run): Choice | null {
  const choice = slotSchema.omit({ source: true }).safeParse(variant);
  return choice.success ? choice.data : null;
}

type Chosen = Pick<SessionValues, 'targetLanguage' | 'detailLevel' | 'summaryOf'>;

/**
 * Returns the user's choice for this session, which takes precedence over the defaults of the summary agent.
 * `completeIn` are the languages into which the whole article is translated.
 */
export function usualChoice(
  chosen: Chosen,
  { summaryAgent }: Pick<Settings, 'summaryAgent'>,
  completeIn: readonly string[],
): Choice {
  const written = chosen.targetLanguage ?? summaryAgent.defaultTargetLanguage;
  // The language is named as the server names it, so that the slot's stored summary is recognized.
  const targetLanguage = normalizeLanguage(written) ?? written;
  return {
    targetLanguage,
    detailLevel: chosen.detailLevel ?? summaryAgent.defaultDetailLevel,
    ...(chosen.summaryOf === 'translation' && completeIn.includes(targetLanguage)
      ? { of: 'translation' }
      : {}),
  };
}

/** Names a slot for people. */
export function slotName(choice: Choice, { panel, translation }: Strings): string {
  const name = panel.slot(ownLanguageName(choice.targetLanguage), panel.detail[choice.detailLevel]);
  return choice.of === undefined ? name : panel.slot(name, translation.summaryOf.translation);
}
