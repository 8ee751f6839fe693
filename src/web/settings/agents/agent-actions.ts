import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { AgentId, AgentInput } from '#schema/models/agent.ts';
import { useClient } from '#web/api/client-provider.tsx';
import { queryKeys } from '#web/api/query-keys.ts';
import { testKey } from '#web/settings/connection-test.tsx';
import { downloadText } from './download-text.ts';

export function useSaveAgent() {
  const client = useClient();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ id, input }: { id: AgentId; input: AgentInput }) => client.agents.put(id, input),
    onSuccess: async ({ id }) => {
      // A test result applies to the agent as it was.
      for (const part of ['llm', 'summarizer'])
        queryClient.removeQueries({ queryKey: testKey('agent', id, part) });
      await queryClient.invalidateQueries({ queryKey: queryKeys.agents() });
    },
  });
}

export function useRemoveAgent() {
  const client = useClient();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ id, replacement }: { id: AgentId; replacement: AgentId | undefined }) =>
      client.agents.remove(id, replacement),
    onSuccess: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: queryKeys.agents() }),
        queryClient.invalidateQueries({ queryKey: queryKeys.spaces() }),
      ]),
  });
}

/** Downloads the agent as a file. Returns which keys are not in it. */
export function useExportAgent() {
  const client = useClient();
  return useMutation({
    mutationFn: async (id: AgentId) => {
      const { config, keysLeftOut } = await client.agents.exportConfig(id);
      downloadText(`${id}.json`, `${JSON.stringify(config, null, 2)}\n`);
      return keysLeftOut;
    },
  });
}
