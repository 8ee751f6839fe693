import { useQuery } from '@tanstack/react-query';
import { useClient } from './client-provider.tsx';
import { queryKeys } from './query-keys.ts';

export function useSettings() {
  const client = useClient();
  return useQuery({ queryKey: queryKeys.settings(), queryFn: () => client.settings.get() });
}
