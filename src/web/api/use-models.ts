import { useQuery } from '@tanstack/react-query';
import { useClient } from './client-provider.tsx';
import { queryKeys } from './query-keys.ts';

export function useModels() {
  const client = useClient();
  return useQuery({ queryKey: queryKeys.models(), queryFn: () => client.models.list() });
}
