import { defaultSettings } from '#schema/settings.ts';
import { useModels } from '#web/api/use-models.ts';
import { useSettings } from '#web/api/use-settings.ts';
import { useStrings } from '#web/strings/strings-provider.tsx';

/** What other tasks use where they have no models of their own: those of summaries, by name. */
export function useSameModels(): { primary: string; fallback: string } {
  const { summaries, models } = useStrings().settings;
  const { data: { summaryAgent } = defaultSettings } = useSettings();
  const { data: profiles = [] } = useModels();
  const { primaryModelProfileId, fallbackModelProfileId } = summaryAgent;

  function name(id: typeof fallbackModelProfileId): string {
    const profile = profiles.find((known) => known.id === id);
    if (profile === undefined) return summaries.check.sameModels;
    return summaries.check.sameModelsNamed(profile.provider === 'builtin' ? models.builtin : profile.name);
  }

  return {
    primary: name(primaryModelProfileId),
    fallback:
      fallbackModelProfileId === null
        ? summaries.check.sameModelsNamed(summaries.noFallback)
        : name(fallbackModelProfileId),
  };
}
