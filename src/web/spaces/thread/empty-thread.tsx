import { Link } from '@tanstack/react-router';
import { buttonClass } from '#web/controls/button.tsx';
import { EmptyState } from '#web/controls/empty-state.tsx';
import { useStrings } from '#web/strings/strings-provider.tsx';

export function EmptyThread() {
  const { thread } = useStrings().spaces;
  return (
    <EmptyState title={thread.empty} next={thread.emptyNext}>
      <Link to="/settings" className={buttonClass('plain')}>
        {thread.settings}
      </Link>
    </EmptyState>
  );
}
