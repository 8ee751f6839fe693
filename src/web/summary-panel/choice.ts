import type { SessionValues } from '#schema/app-session.ts';
import type { DetailLevel } from '#schema/language.ts';
import type { Run } from '#schema/runs/run.ts';
import { slotSchema } from '#schema/runs/summary.ts';
import type { Settings } from '#schema/settings.ts';
import { normalizeLanguage } from '#text/language/language-names.ts';

/** The panel's controls. Together with the entry, they name a slot. */
export interface Choice {
  targetLanguage: string;
  detailLevel: DetailLevel;
}

export function isSameChoice(first: Choice, second: Choice): boolean {
  return first.targetLanguage === second.targetLanguage && first.detailLevel === second.detailLevel;
}

export function choiceOfRun({ variant }: Run): Choice | null {
  const choice = slotSchema.omit({ source: true }).safeParse(variant);
  return choice.success ? choice.data : null;
}

/** The user's choice for this session over the summary agent's defaults, which it never changes. */
export function usualChoice(
  chosen: Pick<SessionValues, 'targetLanguage' | 'detailLevel'>,
  { summaryAgent }: Pick<Settings, 'summaryAgent'>,
): Choice {
  const targetLanguage = chosen.targetLanguage ?? summaryAgent.defaultTargetLanguage;
  return {
    // As named by the server, so that the slot's stored summary is recognized.
    targetLanguage: normalizeLanguage(targetLanguage) ?? targetLanguage,
    detailLevel: chosen.detailLevel ?? summaryAgent.defaultDetailLevel,
  };
}
