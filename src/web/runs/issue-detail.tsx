import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { IssueId, RunId } from '#schema/ids.ts';
import type { Issue } from '#schema/runs/issue.ts';
import { useClient } from '#web/api/client-provider.tsx';
import { queryKeys } from '#web/api/query-keys.ts';
import { Button, buttonClass } from '#web/controls/button.tsx';
import { Loaded } from '#web/controls/loaded.tsx';
import { ErrorNotice, ProblemNotice } from '#web/controls/problem-notice.tsx';
import { useFormats, useStrings } from '#web/strings/strings-provider.tsx';
import { DetailFrame, DetailPart, Facts } from './detail-frame.tsx';
import { EventList } from './event-list.tsx';
import { useRetryRun } from './run-actions.ts';
import { isRetryable } from './run-detail.tsx';
import { FeedLink, SourceLink } from './source-link.tsx';

interface IssueDetailProps {
  id: IssueId;
  onClose(): void;
}

export function IssueDetail({ id, onClose }: IssueDetailProps) {
  const client = useClient();
  const strings = useStrings();
  const query = useQuery({ queryKey: queryKeys.issue(id), queryFn: () => client.issues.get(id) });
  const title = query.data === undefined ? strings.none : strings.issues.kind[query.data.kind];
  return (
    <DetailFrame label={strings.issues.detail} title={title} onClose={onClose}>
      <Loaded of={query} gone={<p className="text-muted">{strings.issues.gone}</p>} className="">
        {(issue) => <IssueFacts issue={issue} />}
      </Loaded>
    </DetailFrame>
  );
}

function IssueFacts({ issue }: { issue: Issue }) {
  const strings = useStrings();
  const formats = useFormats();
  const { issues, runs } = strings;
  const { runId, details } = issue;
  return (
    <>
      <ProblemNotice
        problem={{ code: issue.code, message: issue.message }}
        tone={issue.kind === 'run-cancelled' ? 'caution' : 'danger'}
      />
      {runId === null ? null : <RunLinks id={runId} />}
      <FeedLink issue={issue} />
      <Facts
        facts={[
          { key: 'time', label: issues.columns.time, value: formats.fullTime(issue.createdAt) },
          { key: 'code', label: issues.code, value: <code className="font-mono text-xs">{issue.code}</code> },
        ]}
      />
      {issue.lastEvents.length === 0 ? null : (
        <DetailPart title={runs.events}>
          <EventList events={issue.lastEvents} />
        </DetailPart>
      )}
      {Object.keys(details).length === 0 ? null : (
        <DetailPart title={issues.details}>
          <pre className="rounded-lg bg-paper px-3.5 py-3 font-mono text-xs whitespace-pre-wrap wrap-anywhere">
            {JSON.stringify(details, null, 2)}
          </pre>
        </DetailPart>
      )}
    </>
  );
}

/** The run the issue is about, and that run's source. */
function RunLinks({ id }: { id: RunId }) {
  const { issues, runs } = useStrings();
  const client = useClient();
  const retry = useRetryRun();
  const { data } = useQuery({ queryKey: queryKeys.run(id), queryFn: () => client.runs.get(id) });
  return (
    <>
      <div className="flex min-h-8 flex-wrap gap-2">
        {data !== undefined && isRetryable(data.run) ? (
          <Button look="primary" disabled={retry.isPending} onClick={() => retry.mutate(id)}>
            {runs.retry}
          </Button>
        ) : null}
        <Link to="/runs" search={{ tab: 'runs', run: id }} className={buttonClass('plain')}>
          {issues.openRun}
        </Link>
        {data === undefined ? null : <SourceLink source={data.run.source} />}
      </div>
      <ErrorNotice error={retry.error} />
    </>
  );
}
