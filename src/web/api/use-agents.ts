import { useQuery } from '@tanstack/react-query';
import { useClient } from './client-provider.tsx';
import { queryKeys } from './query-keys.ts';

export function useAgents() {
  const client = useClient();
  return useQuery({ queryKey: queryKeys.agents(), queryFn: () => client.agents.list() });
}
