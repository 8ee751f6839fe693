import { DialogSoon, lazyPart } from '#web/controls/lazy.ts';
import { Skeleton } from '#web/controls/loaded.tsx';

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

export const FeedMenu = lazyPart(async () => (await import('./sidebar/feed-menu.tsx')).FeedMenu);
export const FolderMenu = lazyPart(async () => (await import('./sidebar/folder-menu.tsx')).FolderMenu);
export const SidebarMenuItems = lazyPart(
  async () => (await import('./sidebar/sidebar-menu-items.tsx')).SidebarMenuItems,
);

export const FeedDialogs = lazyPart(
  async () => (await import('./sidebar/feed-dialogs.tsx')).FeedDialogs,
  DialogSoon,
);
export const NameDialog = lazyPart(
  async () => (await import('#web/controls/name-dialog.tsx')).NameDialog,
  DialogSoon,
);
