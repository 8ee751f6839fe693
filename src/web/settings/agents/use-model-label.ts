import { primaryModelName } from '#schema/models/agent.ts';
import { defaultSettings } from '#schema/settings.ts';
import { useModels } from '#web/api/use-models.ts';
import { useSettings } from '#web/api/use-settings.ts';
import { useStrings } from '#web/strings/strings-provider.tsx';

/** An agent's model as a readable name, given its profile's id or the name the server resolved. */
export function useModelLabel(): (model: string) => string {
  const { agents, models } = useStrings().settings;
  const { data: profiles = [] } = useModels();
  const { data: settings = defaultSettings } = useSettings();

  function nameOf(id: string): string {
    const profile = profiles.find((one) => one.id === id || (one.provider === 'builtin' && one.model === id));
    return profile === undefined ? id : profile.provider === 'builtin' ? models.builtin : profile.name;
  }

  return (model) =>
    model === primaryModelName
      ? agents.primary(nameOf(settings.summaryAgent.primaryModelProfileId))
      : nameOf(model);
}
