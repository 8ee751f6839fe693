import { useQuery } from '@tanstack/react-query';
import { useClient } from './client-provider.tsx';
import { queryKeys } from './query-keys.ts';

export function useModels() {
  const client = useClient();
  // Not told of by the server when they change: read anew by whoever comes to need them.
  return useQuery({ queryKey: queryKeys.models(), queryFn: () => client.models.list(), staleTime: 0 });
}
