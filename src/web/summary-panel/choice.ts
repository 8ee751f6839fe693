import type { DetailLevel } from '#schema/language.ts';
import type { Run } from '#schema/run.ts';
import type { Settings } from '#schema/settings.ts';

/** What the panel's controls say. With the entry, it names a slot. */
export interface Choice {
  targetLanguage: string;
  detailLevel: DetailLevel;
}

/** What the reader chose in this tab, for all entries alike; null where nothing was chosen. */
export interface Overrides {
  targetLanguage: string | null;
  detailLevel: DetailLevel | null;
}

export function isSameChoice(first: Choice, second: Choice): boolean {
  return first.targetLanguage === second.targetLanguage && first.detailLevel === second.detailLevel;
}

export function choiceOfRun({ targetLanguage, detailLevel }: Run): Choice | null {
  return targetLanguage === null || detailLevel === null ? null : { targetLanguage, detailLevel };
}

/** The reader's choice of this tab over the summary agent's defaults, which it never changes. */
export function usualChoice(overrides: Overrides, { summaryAgent }: Settings): Choice {
  return {
    targetLanguage: overrides.targetLanguage ?? summaryAgent.defaultTargetLanguage,
    detailLevel: overrides.detailLevel ?? summaryAgent.defaultDetailLevel,
  };
}
