import type { IssueId, RunId } from '#schema/ids.ts';
import type { RunStatus } from '#schema/run.ts';
import type { Change } from '#schema/wire.ts';

/** The first part of a key is what the server names when it changes. */
export const queryKeys = {
  changed: (what: Change['what']) => [what] as const,
  runList: (status: RunStatus | null) => ['runs', 'list', status] as const,
  run: (id: RunId) => ['runs', 'one', id] as const,
  /** Asked for only of runs that have ended, so they change no more. */
  runEvents: (id: RunId) => ['run-events', id] as const,
  issueList: () => ['issues', 'list'] as const,
  issueCount: () => ['issues', 'count'] as const,
  issue: (id: IssueId) => ['issues', 'one', id] as const,
  settings: () => ['settings'] as const,
};
