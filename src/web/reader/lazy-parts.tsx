import { DialogSoon } from '#web/controls/lazy/dialog-soon.ts';
import { lazyPart } from '#web/controls/lazy/lazy-part.ts';
import { Skeleton } from '#web/controls/skeleton.tsx';

export const ArticleWithPanel = lazyPart(
  async () => (await import('./article/article-with-panel.tsx')).ArticleWithPanel,
  ArticleSkeleton,
);

export const ReaderDialogs = lazyPart(
  async () => (await import('./reader-dialogs.tsx')).ReaderDialogs,
  DialogSoon,
);

function ArticleSkeleton() {
  return (
    <div className="min-h-0 flex-1">
      <Skeleton shape="text" className="mx-auto max-w-[calc(var(--measure)+4rem)] px-5 pt-16 lg:px-8" />
    </div>
  );
}
