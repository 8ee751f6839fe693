import { useQuery } from '@tanstack/react-query';
import { useClient } from './client-provider.tsx';
import { queryKeys } from './query-keys.ts';

/** Failures get a badge; runs stopped by the user are only listed. */
export function useIssueCount(): { total: number; failures: number } | null {
  const client = useClient();
  const { data } = useQuery({
    queryKey: queryKeys.issueCount(),
    queryFn: async () => {
      const { total, failures } = await client.issues.list({ limit: 1 });
      return { total, failures };
    },
  });
  return data ?? null;
}
