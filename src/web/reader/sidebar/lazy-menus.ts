import { DialogSoon } from '#web/controls/lazy/dialog-soon.ts';
import { lazyPart } from '#web/controls/lazy/lazy-part.ts';

export const FeedMenu = lazyPart(async () => (await import('./feed-menu.tsx')).FeedMenu);
export const FolderMenu = lazyPart(async () => (await import('./folder-menu.tsx')).FolderMenu);
export const SidebarMenuItems = lazyPart(
  async () => (await import('./sidebar-menu-items.tsx')).SidebarMenuItems,
);

export const FeedDialogs = lazyPart(async () => (await import('./feed-dialogs.tsx')).FeedDialogs, DialogSoon);
export const NameDialog = lazyPart(
  async () => (await import('#web/controls/name-dialog.tsx')).NameDialog,
  DialogSoon,
);
