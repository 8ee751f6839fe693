import { type DetailLevel, detailLevelSchema, languageSchema } from '#schema/language.ts';
import { defaultSettings } from '#schema/settings.ts';
import { useSettings } from '#web/api/use-settings.ts';
import { useKeptState } from '#web/kept/use-kept-state.ts';

export interface SummaryChoice {
  targetLanguage: string;
  detailLevel: DetailLevel;
}

/**
 * What the panel's controls say: the reader's choice for the life of this tab, shared by all panels, else the
 * defaults of the settings, which a choice never changes.
 */
export function useSummaryChoice() {
  const { data: settings = defaultSettings } = useSettings();
  const [language, chooseLanguage] = useKeptState<string | null>({
    key: 'precis.target-language',
    area: 'session',
    parse: (stored) => languageSchema.safeParse(stored).data ?? null,
  });
  const [detail, chooseDetail] = useKeptState<DetailLevel | null>({
    key: 'precis.detail-level',
    area: 'session',
    parse: (stored) => detailLevelSchema.safeParse(stored).data ?? null,
  });
  const choice: SummaryChoice = {
    targetLanguage: language ?? settings.summaryAgent.defaultTargetLanguage,
    detailLevel: detail ?? settings.summaryAgent.defaultDetailLevel,
  };
  return { choice, chooseLanguage, chooseDetail };
}
