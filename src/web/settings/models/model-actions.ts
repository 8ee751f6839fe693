import { useQueryClient } from '@tanstack/react-query';
import type { ModelProfileInput } from '#schema/models/model-profile.ts';
import { useClient } from '#web/api/client-provider.tsx';
import { queryKeys } from '#web/api/query-keys.ts';
import { testKey } from '#web/settings/connection-test.tsx';

export function useSaveModel() {
  const client = useClient();
  const queryClient = useQueryClient();
  return async (input: ModelProfileInput) => {
    const profile = await client.models.put(input);
    // A test result applies to the profile as it was.
    queryClient.removeQueries({ queryKey: testKey('model', input.id) });
    await Promise.all([
      queryClient.invalidateQueries({ queryKey: queryKeys.models() }),
      queryClient.invalidateQueries({ queryKey: queryKeys.agents() }),
    ]);
    return profile;
  };
}
