import { Link } from '@tanstack/react-router';
import { buttonClass } from '#web/controls/button.tsx';
import { EmptyState } from '#web/controls/empty-state.tsx';
import { useStrings } from '#web/strings/strings-provider.tsx';

export function EmptyThread({ isAboutArticle }: { isAboutArticle: boolean }) {
  const { thread, article } = useStrings().spaces;
  return (
    <EmptyState
      title={isAboutArticle ? article.empty : thread.empty}
      next={isAboutArticle ? article.emptyNext : thread.emptyNext}
    >
      <Link to="/settings" className={buttonClass('plain')}>
        {thread.settings}
      </Link>
    </EmptyState>
  );
}
