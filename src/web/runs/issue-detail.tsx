import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { IssueId, RunId } from '#schema/ids.ts';
import type { ShownIssue } from '#schema/runs/issue.ts';
import type { SourceRef } from '#schema/runs/run.ts';
import { useClient } from '#web/api/client-provider.tsx';
import { queryKeys } from '#web/api/queries.ts';
import { Button, buttonClass } from '#web/controls/button.tsx';
import { Loaded } from '#web/controls/loaded.tsx';
import { ErrorNotice, ProblemNotice } from '#web/controls/problem-notice.tsx';
import { useFormats, useStrings } from '#web/strings/strings-provider.tsx';
import { DetailFrame, DetailPart, EventList, Facts } from './detail-parts.tsx';
import { isRetryable } from './run-detail.tsx';
import { useRetryRun } from './runs-queries.ts';
import { FeedLink, SourceLink, sourceOf, subjectOf } from './source-link.tsx';

interface IssueDetailProps {
  id: IssueId;
  onClose(): void;
}

export function IssueDetail({ id, onClose }: IssueDetailProps) {
  const client = useClient();
  const strings = useStrings();
  const query = useQuery({ queryKey: queryKeys.issue(id), queryFn: () => client.issues.get(id) });
  const title = query.data === undefined ? strings.none : subjectOf(query.data, strings);
  return (
    <DetailFrame label={strings.issues.detail} title={title} onClose={onClose}>
      <Loaded of={query} gone={<p className="text-muted">{strings.issues.gone}</p>} className="">
        {(issue) => <IssueFacts issue={issue} />}
      </Loaded>
    </DetailFrame>
  );
}

function IssueFacts({ issue }: { issue: ShownIssue }) {
  const strings = useStrings();
  const formats = useFormats();
  const { issues, runs } = strings;
  const { runId, details } = issue;
  const source = sourceOf(issue);
  return (
    <>
      <ProblemNotice
        problem={{ code: issue.code, message: issue.message }}
        tone={issue.kind === 'run-cancelled' ? 'caution' : 'danger'}
      />
      <div className="flex flex-wrap gap-2 empty:hidden">
        {runId === null ? null : <RunLinks id={runId} />}
        {source === null ? null : <SourceLink source={source} />}
        <FeedLink issue={issue} />
      </div>
      <Facts
        facts={[
          { key: 'kind', label: issues.columns.kind, value: issues.kind[issue.kind] },
          ...(source === null
            ? []
            : [
                {
                  key: 'source',
                  label: runs.sourceKind[source.kind],
                  value: <NamedSource source={source} />,
                },
              ]),
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

/** The source's name, as a link if the source can be opened. */
function NamedSource({ source }: { source: SourceRef }) {
  const { runs } = useStrings();
  const name = source.title ?? runs.sourceKind[source.kind];
  if (source.kind === 'text') return name;
  return (
    <SourceLink source={source} className="rounded text-accent hover:underline">
      {name}
    </SourceLink>
  );
}

function RunLinks({ id }: { id: RunId }) {
  const { issues, runs } = useStrings();
  const client = useClient();
  const retry = useRetryRun();
  const { data } = useQuery({ queryKey: queryKeys.run(id), queryFn: () => client.runs.get(id) });
  return (
    <>
      {data !== undefined && isRetryable(data.run) ? (
        <Button look="primary" disabled={retry.isPending} onClick={() => retry.mutate(id)}>
          {runs.retry}
        </Button>
      ) : null}
      <Link to="/runs" search={{ tab: 'runs', run: id }} className={buttonClass('plain')}>
        {issues.openRun}
      </Link>
      {retry.error === null ? null : (
        <div className="order-last basis-full">
          <ErrorNotice error={retry.error} />
        </div>
      )}
    </>
  );
}
