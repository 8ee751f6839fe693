import { useQuery } from '@tanstack/react-query';
import { useClient } from './client-provider.tsx';
import { queryKeys } from './query-keys.ts';

export function useModels() {
  const client = useClient();
  // The server sends no change events for these, so they are refetched on mount.
  return useQuery({ queryKey: queryKeys.models(), queryFn: () => client.models.list(), staleTime: 0 });
}
