import { useQuery } from '@tanstack/react-query';
import type { RunId } from '#schema/ids.ts';
import type { Run } from '#schema/runs/run.ts';
import { useClient } from '#web/api/client-provider.tsx';
import { queryKeys } from '#web/api/query-keys.ts';
import { Button } from '#web/controls/button.tsx';
import { Loaded } from '#web/controls/loaded.tsx';
import { ErrorNotice, ProblemNotice } from '#web/controls/problem-notice.tsx';
import { useStrings } from '#web/strings/strings-provider.tsx';
import { SummaryText } from '#web/summary-panel/text/summary-text.tsx';
import { DetailFrame, DetailPart } from './detail-frame.tsx';
import { LastEvents } from './last-events.tsx';
import { ParametersPart, PromptPart } from './prompt-part.tsx';
import { useCancelRun, useRetryRun } from './run-actions.ts';
import { RunFacts } from './run-facts.tsx';
import { SourceLink } from './source-link.tsx';
import { StatusMark } from './status-mark.tsx';

interface RunDetailProps {
  id: RunId;
  onClose(): void;
}

export function RunDetail({ id, onClose }: RunDetailProps) {
  const client = useClient();
  const strings = useStrings();
  const query = useQuery({ queryKey: queryKeys.run(id), queryFn: () => client.runs.get(id) });
  const title =
    query.data === undefined ? strings.none : (query.data.run.source.title ?? strings.runs.untitled);
  return (
    <DetailFrame label={strings.runs.detail} title={title} onClose={onClose}>
      <Loaded of={query} gone={<p className="text-muted">{strings.runs.gone}</p>} className="">
        {(data) => (
          <>
            <RunActions run={data.run} />
            <RunError run={data.run} />
            {data.summary === null ? null : (
              <DetailPart title={strings.runs.summary}>
                <div className="rounded-lg bg-paper px-3.5 py-3">
                  <SummaryText
                    compact
                    text={data.summary.text}
                    language={data.summary.outputLanguage ?? data.summary.targetLanguage}
                  />
                </div>
              </DetailPart>
            )}
            {data.summary === null && data.run.status === 'succeeded' && data.run.taskType === 'summary' ? (
              <p className="text-muted">{strings.runs.summaryReplaced}</p>
            ) : null}
            <RunFacts run={data.run} />
            <PromptPart run={data.run} prompt={data.prompt} templateChanged={data.templateChanged} />
            <ParametersPart run={data.run} prompt={data.prompt} />
            {hasFailed(data.run) ? <LastEvents id={id} /> : null}
          </>
        )}
      </Loaded>
    </DetailFrame>
  );
}

function RunActions({ run }: { run: Run }) {
  const { runs } = useStrings();
  const retry = useRetryRun();
  const cancel = useCancelRun();
  const failure = retry.error ?? cancel.error;
  return (
    <div className="space-y-3">
      <div className="flex min-h-8 items-center justify-between gap-3">
        <StatusMark status={run.status} />
        <span className="ms-auto">
          <SourceLink source={run.source} />
        </span>
        {isRetryable(run) ? (
          <Button look="primary" disabled={retry.isPending} onClick={() => retry.mutate(run.id)}>
            {runs.retry}
          </Button>
        ) : run.finishedAt !== null ? null : (
          <Button disabled={cancel.isPending} onClick={() => cancel.mutate(run.id)}>
            {runs.cancel}
          </Button>
        )}
      </div>
      <ErrorNotice error={failure} />
    </div>
  );
}

function RunError({ run }: { run: Run }) {
  if (run.errorCode === null) return null;
  const tone = run.status === 'cancelled' ? 'caution' : 'danger';
  return <ProblemNotice problem={{ code: run.errorCode, message: run.errorMessage ?? '' }} tone={tone} />;
}

function hasFailed(run: Run): boolean {
  return run.status === 'failed' || run.status === 'cancelled';
}

/** A conversation's turn is over; its next turn retries automatically. */
export function isRetryable(run: Run): boolean {
  return hasFailed(run) && run.source.kind !== 'conversation';
}
