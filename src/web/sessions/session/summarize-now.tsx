import { Link } from '@tanstack/react-router';
import { LoaderCircle } from 'lucide-react';
import type { Session } from '#schema/sessions/session.ts';
import { useClient } from '#web/api/client-provider.tsx';
import { Button, buttonClass } from '#web/controls/button.tsx';
import { ErrorNotice, ProblemNotice } from '#web/controls/problem-notice.tsx';
import { useStrings } from '#web/strings/strings-provider.tsx';
import { useSummarize } from './use-summarize.ts';

type Summarizing = ReturnType<typeof useSummarize>;

/** A button, or the progress of the run it started. */
export function SummarizeButton({ summarizing }: { summarizing: Summarizing }) {
  const { session: words } = useStrings().sessions;
  const client = useClient();
  const { summarize, lastRun, isRunning } = summarizing;
  if (!isRunning || lastRun === null) {
    return (
      <Button disabled={summarize.isPending} onClick={() => summarize.mutate()}>
        {words.summarize}
      </Button>
    );
  }
  return (
    <>
      <output className="flex items-center gap-1.5 text-xs whitespace-nowrap text-muted">
        <LoaderCircle aria-hidden className="size-3.5 animate-spin" />
        {words.summarizing}
      </output>
      <Button onClick={() => void client.runs.cancel(lastRun.id).catch(() => undefined)}>{words.stop}</Button>
    </>
  );
}

/** The result of the last attempt, if no new summary shows it. */
export function SummarizeOutcome({ session, summarizing }: { session: Session; summarizing: Summarizing }) {
  const { sessions, problem } = useStrings();
  const { session: words } = sessions;
  const { summarize, lastRun, isRunning } = summarizing;
  if (isRunning) return null;
  if (summarize.error !== null) return <ErrorNotice error={summarize.error} tone="caution" />;
  if (lastRun?.status === 'failed' && lastRun.errorCode !== null) {
    return (
      <ProblemNotice
        problem={{ code: lastRun.errorCode, message: lastRun.errorMessage ?? '' }}
        tone="caution"
        note={words.failed}
      >
        <Button onClick={() => summarize.mutate()}>{problem.retry}</Button>
        <Link to="/runs" search={{ tab: 'runs', run: lastRun.id }} className={buttonClass('plain')}>
          {words.openRun}
        </Link>
      </ProblemNotice>
    );
  }
  const told = summarize.data;
  // The message refers to the session's earlier state.
  if (told === undefined || told === 'queued' || session.updatedAt > summarize.submittedAt) return null;
  return (
    <output className="block rounded-md bg-sunken px-3 py-2 text-[0.8125rem]">
      {told === 'up-to-date' ? words.upToDate : words.skipped[told]}
    </output>
  );
}
