import { Link } from '@tanstack/react-router';
import { CircleAlert } from 'lucide-react';
import type { TurnIssue } from '#schema/conversations/conversations-wire.ts';
import { useStrings } from '#web/strings/strings-provider.tsx';

/** What no model did for this turn. The turn itself is complete. */
export function TurnIssues({ issues }: { issues: readonly TurnIssue[] }) {
  const { conversations, problem } = useStrings();
  const { turn: words } = conversations;
  return issues.map(({ task, code, message, runId }) => {
    const { title } = problem.describe(code, message);
    return (
      <p
        key={task}
        className="flex items-start gap-2 rounded-lg bg-caution-wash px-3 py-1.5 text-[0.8125rem]"
      >
        <CircleAlert aria-hidden className="mt-0.5 size-3.5 shrink-0 text-caution" />
        <span className="min-w-0 flex-1 wrap-anywhere">
          {words.issue[task]} <span className="text-muted">{title}</span>
        </span>
        {runId === null ? null : (
          <Link
            to="/runs"
            search={{ tab: 'runs', run: runId }}
            className="shrink-0 rounded text-accent underline-offset-2 hover:underline"
          >
            {words.openRun}
          </Link>
        )}
      </p>
    );
  });
}
