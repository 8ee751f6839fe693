import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type AgentId, type AgentInput, primaryModelName } from '#schema/models/agent.ts';
import { defaultSettings } from '#schema/settings.ts';
import { useClient } from '#web/api/client-provider.tsx';
import { useModels } from '#web/api/list-queries.ts';
import { queryKeys, useSettings } from '#web/api/queries.ts';
import { downloadText } from '#web/controls/files/download-text.ts';
import { testKey } from '#web/settings/connection-test.tsx';
import { useStrings } from '#web/strings/strings-provider.tsx';

export function useSaveAgent() {
  const client = useClient();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ id, input }: { id: AgentId; input: AgentInput }) => client.agents.put(id, input),
    onSuccess: async ({ id }) => {
      // A test result applies to the agent as it was before.
      for (const part of ['llm', 'summarizer'])
        queryClient.removeQueries({ queryKey: testKey('agent', id, part) });
      await queryClient.invalidateQueries({ queryKey: queryKeys.agents() });
    },
  });
}

/** Downloads the agent as a file. Returns which keys the file leaves out. */
export function useExportAgent() {
  const client = useClient();
  return useMutation({
    mutationFn: async (id: AgentId) => {
      const { config, keysLeftOut } = await client.agents.exportConfig(id);
      const text = `${JSON.stringify(config, null, 2)}\n`;
      downloadText({ name: `${id}.json`, type: 'application/json', text });
      return keysLeftOut;
    },
  });
}

/** Returns a readable name for an agent's model, given a profile's id or the name that the server resolved. */
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
