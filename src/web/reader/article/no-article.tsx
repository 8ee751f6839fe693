import { EmptyState } from '#web/controls/empty-state.tsx';
import { useStrings } from '#web/strings/strings-provider.tsx';

/** In the place of an article, until one is opened. */
export function NoArticle() {
  const { article } = useStrings().reader;
  return (
    <div className="flex h-full flex-col justify-center pb-16">
      <EmptyState title={article.none} next={article.noneNext} />
    </div>
  );
}
