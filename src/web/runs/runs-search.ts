import { type IssueId, issueIdSchema, type RunId, runIdSchema } from '#schema/ids.ts';
import { type RunStatus, runStatusSchema } from '#schema/run.ts';

/** What the address says of the screen: a link to a run opens that run. */
export interface RunsSearch {
  /** Left out: issues when there are any, else runs. */
  tab?: 'runs' | 'issues';
  status?: RunStatus;
  run?: RunId;
  issue?: IssueId;
}

/** Takes what it knows; an address with more, or with something damaged, is not an error. */
export function parseRunsSearch(search: Record<string, unknown>): RunsSearch {
  const status = runStatusSchema.safeParse(search.status).data;
  const run = runIdSchema.safeParse(search.run).data;
  const issue = issueIdSchema.safeParse(search.issue).data;
  return {
    ...(search.tab === 'runs' || search.tab === 'issues' ? { tab: search.tab } : {}),
    ...(status === undefined ? {} : { status }),
    ...(run === undefined ? {} : { run }),
    ...(issue === undefined ? {} : { issue }),
  };
}
