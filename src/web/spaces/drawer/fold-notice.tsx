import { Link } from '@tanstack/react-router';
import type { Run } from '#schema/runs/run.ts';
import { NoticeFrame } from '#web/controls/problem-notice.tsx';
import { useStrings } from '#web/strings/strings-provider.tsx';

/** How the last fold ended if it did not succeed; shown as long as that is the case. */
export function FoldNotice({ run }: { run: Run }) {
  const { spaces, problem } = useStrings();
  const { summary } = spaces;
  if (run.status === 'cancelled') return <p className="text-muted">{summary.stopped}</p>;
  const { title, detail } = problem.describe(run.errorCode ?? 'internal', run.errorMessage ?? '');
  return (
    <NoticeFrame tone="caution" title={summary.failedTitle}>
      <p>{title}</p>
      {detail === null ? null : <p className="text-muted">{detail}</p>}
      <p>{summary.failedNote}</p>
      <p>
        <Link
          to="/runs"
          search={{ tab: 'runs', run: run.id }}
          className="rounded-sm text-accent underline underline-offset-2"
        >
          {spaces.answer.details}
        </Link>
      </p>
    </NoticeFrame>
  );
}
