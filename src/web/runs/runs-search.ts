import { type IssueId, issueIdSchema, type RunId, runIdSchema } from '#schema/ids.ts';
import { type Issue, issueSchema } from '#schema/runs/issue.ts';
import { type RunStatus, runStatusSchema } from '#schema/runs/run.ts';

/** The screen's URL parameters: a link to a run opens that run. */
export interface RunsSearch {
  /** If omitted: issues if there are any, otherwise runs. */
  tab?: 'runs' | 'issues';
  status?: RunStatus;
  kind?: Issue['kind'];
  run?: RunId;
  issue?: IssueId;
}

/** Ignores unknown or invalid parameters. */
export function parseRunsSearch(search: Record<string, unknown>): RunsSearch {
  const status = runStatusSchema.safeParse(search.status).data;
  const kind = issueSchema.shape.kind.safeParse(search.kind).data;
  const run = runIdSchema.safeParse(search.run).data;
  const issue = issueIdSchema.safeParse(search.issue).data;
  return {
    ...(search.tab === 'runs' || search.tab === 'issues' ? { tab: search.tab } : {}),
    ...(status === undefined ? {} : { status }),
    ...(kind === undefined ? {} : { kind }),
    ...(run === undefined ? {} : { run }),
    ...(issue === undefined ? {} : { issue }),
  };
}
