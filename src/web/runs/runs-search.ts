import type { IssueId, RunId } from '#schema/ids.ts';
import type { Issue } from '#schema/runs/issue.ts';
import type { RunStatus } from '#schema/runs/run.ts';

/** The screen's URL parameters, so that a link can open a run. */
export interface RunsSearch {
  /** If omitted, the tab is `issues` if there are any, otherwise `runs`. */
  tab?: 'runs' | 'issues';
  status?: RunStatus;
  kind?: Issue['kind'];
  run?: RunId;
  issue?: IssueId;
}

const statuses: Readonly<Record<RunStatus, true>> = {
  queued: true,
  running: true,
  succeeded: true,
  failed: true,
  cancelled: true,
};

const kinds: Readonly<Record<Issue['kind'], true>> = {
  'run-failed': true,
  'run-cancelled': true,
  'template-refused': true,
  'feed-failed': true,
  'answer-refused': true,
};

/** Ignores unknown or invalid parameters. */
export function parseRunsSearch(search: Record<string, unknown>): RunsSearch {
  const { tab, status, kind, run, issue } = search;
  return {
    ...(tab === 'runs' || tab === 'issues' ? { tab } : {}),
    ...(isKeyOf(statuses, status) ? { status } : {}),
    ...(isKeyOf(kinds, kind) ? { kind } : {}),
    ...(isId(run) ? { run: run as RunId } : {}),
    ...(isId(issue) ? { issue: issue as IssueId } : {}),
  };
}

function isKeyOf<K extends string>(table: Readonly<Record<K, true>>, value: unknown): value is K {
  return typeof value === 'string' && Object.hasOwn(table, value);
}

function isId(value: unknown): value is string {
  return typeof value === 'string' && /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(value);
}
