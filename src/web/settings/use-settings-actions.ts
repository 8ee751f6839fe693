import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { SettingsPatch } from '#schema/settings.ts';
import { useClient } from '#web/api/client-provider.tsx';
import { queryKeys } from '#web/api/query-keys.ts';

/** Changes settings; the answer is what the screens show from then on. */
export function usePatchSettings() {
  const client = useClient();
  const queryClient = useQueryClient();
  return useMutation({
    mutationKey: queryKeys.settings(),
    mutationFn: (patch: SettingsPatch) => client.settings.patch(patch),
    onSuccess: (settings) => {
      queryClient.setQueryData(queryKeys.settings(), settings);
      // Whether automatic runs are paused follows from the caps.
      return queryClient.invalidateQueries({ queryKey: queryKeys.spending() });
    },
  });
}
