import { useBlocker } from '@tanstack/react-router';
import { Button } from '#web/controls/button.tsx';
import { Dialog } from '#web/controls/dialog.tsx';
import { useStrings } from '#web/strings/strings-provider.tsx';
import { useDrafts } from './drafts-provider.tsx';

/** Asks before unsaved changes are lost by navigation, a reload or closing the tab. */
export function LeaveGuard() {
  const { leave } = useStrings().settings;
  const hasDrafts = useDrafts().byKey.size > 0;
  const blocker = useBlocker({
    shouldBlockFn: ({ next }) => hasDrafts && !next.pathname.startsWith('/settings'),
    enableBeforeUnload: () => hasDrafts,
    withResolver: true,
  });
  if (blocker.status !== 'blocked') return null;
  return (
    <Dialog open title={leave.title} closeLabel={leave.stay} onClose={blocker.reset} size="small">
      <div className="space-y-4">
        <p className="text-muted">{leave.note}</p>
        <div className="flex justify-end gap-2">
          <Button look="quiet" onClick={blocker.proceed}>
            {leave.go}
          </Button>
          <Button look="primary" data-autofocus onClick={blocker.reset}>
            {leave.stay}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
