import { useQuery } from '@tanstack/react-query';
import { useClient } from '#web/api/client-provider.tsx';
import { readerKeys } from './reader-keys.ts';

export function useSubscriptions() {
  const client = useClient();
  return useQuery({
    queryKey: readerKeys.subscriptions(),
    queryFn: () => client.reader.subscriptions(),
  });
}
