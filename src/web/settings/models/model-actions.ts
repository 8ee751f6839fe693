import { useMutation, useQueryClient } from '@tanstack/react-query';
import { builtinModelProfileId, type ModelProfileId } from '#schema/ids.ts';
import type { ModelProfileInput } from '#schema/model-profile.ts';
import type { Settings } from '#schema/settings.ts';
import { useClient } from '#web/api/client-provider.tsx';
import { queryKeys } from '#web/api/query-keys.ts';
import { testKey } from '#web/settings/connection-test.tsx';

export function useSaveModel() {
  const client = useClient();
  const queryClient = useQueryClient();
  return async (input: ModelProfileInput) => {
    const profile = await client.models.put(input);
    // What a test said was said of the profile as it was.
    queryClient.removeQueries({ queryKey: testKey('model', input.id) });
    await Promise.all([
      queryClient.invalidateQueries({ queryKey: queryKeys.models() }),
      queryClient.invalidateQueries({ queryKey: queryKeys.agents() }),
    ]);
    return profile;
  };
}

/** Removes a profile. Where the settings name it, the offline model takes its place first. */
export function useRemoveModel() {
  const client = useClient();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async ({ id, settings }: { id: ModelProfileId; settings: Settings }) => {
      const patch = withoutModel(settings.summaryAgent, id);
      if (Object.keys(patch).length > 0) await client.settings.patch({ summaryAgent: patch });
      await client.models.remove(id);
    },
    onSuccess: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: queryKeys.settings() }),
        queryClient.invalidateQueries({ queryKey: queryKeys.models() }),
        queryClient.invalidateQueries({ queryKey: queryKeys.agents() }),
      ]),
  });
}

function withoutModel(
  agent: Settings['summaryAgent'],
  id: ModelProfileId,
): Partial<Settings['summaryAgent']> {
  return {
    ...(agent.primaryModelProfileId === id ? { primaryModelProfileId: builtinModelProfileId } : {}),
    ...(agent.fallbackModelProfileId === id ? { fallbackModelProfileId: null } : {}),
  };
}
