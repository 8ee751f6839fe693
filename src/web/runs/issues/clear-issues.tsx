import { useState } from 'react';
import { toAppError } from '#schema/app-error.ts';
import { Button } from '#web/controls/button.tsx';
import { useClearIssues } from '#web/runs/run-actions.ts';
import { useStrings } from '#web/strings/strings-provider.tsx';

/** Asks once, inline, before it deletes all issues. */
export function ClearIssues({ count, onCleared }: { count: number; onCleared(): void }) {
  const { issues, problem } = useStrings();
  const [asking, setAsking] = useState(false);
  const clear = useClearIssues();
  if (count === 0) return null;
  if (!asking) {
    return (
      <Button look="quiet" onClick={() => setAsking(true)}>
        {issues.clear}
      </Button>
    );
  }
  const failed = clear.error === null ? null : toAppError(clear.error);
  return (
    <div className="flex items-center gap-2">
      <span className="max-sm:sr-only">
        {failed === null ? issues.clearSure(count) : problem.describe(failed.code, failed.message).title}
      </span>
      <Button
        disabled={clear.isPending}
        onClick={() =>
          clear.mutate(undefined, {
            onSuccess: () => {
              setAsking(false);
              onCleared();
            },
          })
        }
      >
        {issues.clearYes}
      </Button>
      <Button look="quiet" onClick={() => setAsking(false)}>
        {issues.clearNo}
      </Button>
    </div>
  );
}
