import { useQuery } from '@tanstack/react-query';
import { useClient } from './client-provider.tsx';
import { queryKeys } from './query-keys.ts';

export function useSpaces() {
  const client = useClient();
  return useQuery({ queryKey: queryKeys.spaces(), queryFn: () => client.spaces.list() });
}
