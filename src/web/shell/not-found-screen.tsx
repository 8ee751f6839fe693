import { Link } from '@tanstack/react-router';
import { buttonClass } from '#web/controls/button.tsx';
import { EmptyState } from '#web/controls/empty-state.tsx';
import { useStrings } from '#web/strings/strings-provider.tsx';

export function NotFoundScreen() {
  const { shell } = useStrings();
  return (
    <EmptyState title={shell.notFound} next="">
      <Link to="/" className={buttonClass('plain')}>
        {shell.notFoundRemedy}
      </Link>
    </EmptyState>
  );
}
