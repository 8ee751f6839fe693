import { useQuery } from '@tanstack/react-query';
import { useClient } from './client-provider.tsx';
import { queryKeys } from './query-keys.ts';

export function useIssueCount(): number | null {
  const client = useClient();
  const { data } = useQuery({
    queryKey: queryKeys.issueCount(),
    queryFn: async () => (await client.issues.list({ limit: 1 })).total,
  });
  return data ?? null;
}
