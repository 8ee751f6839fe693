import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import type { ModelProfileId } from '#schema/ids.ts';
import type { Settings, SettingsPatch } from '#schema/settings.ts';
import { useClient } from '#web/api/client-provider.tsx';
import { queryKeys } from '#web/api/queries.ts';

/** Provides an action on the server, which is done once the changed data is read again. */
export function useAction<I, R>(run: (input: I) => Promise<R>, changed: readonly QueryKey[]) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: run,
    onSuccess: () => Promise.all(changed.map((queryKey) => queryClient.invalidateQueries({ queryKey }))),
  });
}

/** Changes settings. The screens then show the response. */
export function usePatchSettings() {
  const client = useClient();
  const queryClient = useQueryClient();
  return useMutation({
    mutationKey: queryKeys.settings(),
    // Changes are sent one after the other. A list is saved as a whole, so the last change must win.
    scope: { id: 'settings' },
    mutationFn: (patch: SettingsPatch) => client.settings.patch(patch),
    onSuccess: (settings) => {
      queryClient.setQueryData(queryKeys.settings(), settings);
      // The caps determine whether automatic runs are paused.
      return queryClient.invalidateQueries({ queryKey: queryKeys.spending() });
    },
  });
}

/** Uses a model for summaries. It is then no longer the fallback of another model. */
export function toPrimaryModel({ summaryAgent }: Settings, id: ModelProfileId): SettingsPatch {
  const isFallback = summaryAgent.fallbackModelProfileId === id;
  return {
    summaryAgent: {
      primaryModelProfileId: id,
      ...(isFallback ? { fallbackModelProfileId: null } : {}),
    },
  };
}
