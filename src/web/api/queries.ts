import { useQuery } from '@tanstack/react-query';
import type { EntryId } from '#schema/entry.ts';
import type { IssueId, RunId } from '#schema/ids.ts';
import type { CheckTarget } from '#schema/runs/check-wire.ts';
import type { Issue } from '#schema/runs/issue.ts';
import type { RunStatus } from '#schema/runs/run.ts';
import type { Change } from '#schema/wire.ts';
import { useClient } from './client-provider.tsx';

/** The first part of a key is the name the server uses in change events. */
export const queryKeys = {
  changed: (what: Change['what']) => [what] as const,
  runList: (status: RunStatus | null) => ['runs', 'list', status] as const,
  run: (id: RunId) => ['runs', 'one', id] as const,
  runEvents: (id: RunId) => ['run-events', id] as const,
  /** Summaries change with runs, so their key starts with the name of the run events. */
  entrySummaries: (id: EntryId | null) => ['runs', 'of-entry', id] as const,
  translation: (id: EntryId | null, language: string, of: readonly (string | null)[]) =>
    ['runs', 'translation', id, language, ...of] as const,
  translations: (id: EntryId | null) => ['runs', 'translation', id] as const,
  translatedText: (id: EntryId | null, language: string, contentHash: string) =>
    ['runs', 'translated-text', id, language, contentHash] as const,
  titles: (language: string, ids: string) => ['runs', 'titles', language, ids] as const,
  allTitles: () => ['runs', 'titles'] as const,
  check: (target: CheckTarget | null) => ['runs', 'check', target?.kind, target?.id] as const,
  issueList: (kind: Issue['kind'] | null) => ['issues', 'list', kind] as const,
  issueCount: () => ['issues', 'count'] as const,
  issue: (id: IssueId) => ['issues', 'one', id] as const,
  models: () => ['models'] as const,
  agents: () => ['agents'] as const,
  spaces: () => ['spaces', 'list'] as const,
  settings: () => ['settings'] as const,
  spending: () => ['runs', 'spending'] as const,
  storage: () => ['runs', 'storage'] as const,
  /** The server sends no change events for template files. */
  templates: () => ['templates', 'list'] as const,
  template: (id: string) => ['templates', 'one', id] as const,
};

export function useSettings() {
  const client = useClient();
  return useQuery({ queryKey: queryKeys.settings(), queryFn: () => client.settings.get() });
}

/** The number of issues, and how many of them are failures. Runs stopped by the user are not failures. */
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
