import { useQuery } from '@tanstack/react-query';
import { useClient } from './client-provider.tsx';
import { queryKeys } from './queries.ts';

export function useAgents() {
  const client = useClient();
  return useQuery({ queryKey: queryKeys.agents(), queryFn: () => client.agents.list() });
}

export function useModels() {
  const client = useClient();
  // The server sends no change events for these, so they are refetched on mount.
  return useQuery({ queryKey: queryKeys.models(), queryFn: () => client.models.list(), staleTime: 0 });
}

export function useSpaces() {
  const client = useClient();
  return useQuery({ queryKey: queryKeys.spaces(), queryFn: () => client.spaces.list() });
}

/** Template files can change without a change event, so they are refetched on mount. */
export function useTemplates() {
  const client = useClient();
  return useQuery({
    queryKey: queryKeys.templates(),
    queryFn: () => client.templates.list(),
    staleTime: 0,
    refetchOnWindowFocus: true,
  });
}
