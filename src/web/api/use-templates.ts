import { useQuery } from '@tanstack/react-query';
import { useClient } from './client-provider.tsx';
import { queryKeys } from './query-keys.ts';

/** The files may have changed, so they are refetched on mount. */
export function useTemplates() {
  const client = useClient();
  return useQuery({
    queryKey: queryKeys.templates(),
    queryFn: () => client.templates.list(),
    staleTime: 0,
    refetchOnWindowFocus: true,
  });
}
