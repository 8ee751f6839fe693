import { type DetailLevel, detailLevelSchema, languageSchema } from '#schema/language.ts';
import { useKeptState } from '#web/kept/use-kept-state.ts';
import type { Choice, Overrides } from './choice.ts';

/** What the reader chose in this tab. It survives a reload and is gone in a new tab. */
export function useOverrides(): { overrides: Overrides; override(choice: Partial<Choice>): void } {
  const [targetLanguage, setLanguage] = useKeptState<string | null>({
    key: 'precis.target-language',
    area: 'session',
    parse: (stored) => languageSchema.safeParse(stored).data ?? null,
  });
  const [detailLevel, setDetail] = useKeptState<DetailLevel | null>({
    key: 'precis.detail-level',
    area: 'session',
    parse: (stored) => detailLevelSchema.safeParse(stored).data ?? null,
  });
  return {
    overrides: { targetLanguage, detailLevel },
    override(choice) {
      if (choice.targetLanguage !== undefined) setLanguage(choice.targetLanguage);
      if (choice.detailLevel !== undefined) setDetail(choice.detailLevel);
    },
  };
}
