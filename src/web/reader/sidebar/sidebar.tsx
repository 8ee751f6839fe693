import { Bookmark, Inbox, type LucideIcon, Plus, Rows3, Star } from 'lucide-react';
import { memo, useMemo } from 'react';
import type { Feed, FeedId } from '#schema/feed.ts';
import type { Subscriptions } from '#schema/reader-wire.ts';
import { Button } from '#web/controls/button.tsx';
import { keyHint } from '#web/controls/key-hint.ts';
import { keyOf } from '#web/reader/keys/shortcuts.ts';
import type { EntryView, Place } from '#web/reader/place.ts';
import { TagsPart } from '#web/reader/tags/tags-part.tsx';
import { useStrings } from '#web/strings/strings-provider.tsx';
import { BatchIndicator } from '#web/tags/batch/batch-indicator.tsx';
import { FeedRow } from './feed-row.tsx';
import { FolderRow } from './folder-row.tsx';
import { RefreshButton } from './refresh-button.tsx';
import { SidebarMenu } from './sidebar-menu.tsx';
import { SidebarRow } from './sidebar-row.tsx';

const none: readonly Feed[] = [];

interface SidebarProps {
  subscriptions: Subscriptions;
  /** Without the search query, which changes with every key. */
  place: Omit<Place, 'q'>;
  isSearching: boolean;
  onAdd(): void;
  onHelp(): void;
  onRefresh(feedId: FeedId | null): void;
}

/** The sources of entries: everything, then folders and feeds, each with its unread count. Often hundreds of rows. */
export const Sidebar = memo(function Sidebar(props: SidebarProps) {
  const { subscriptions, place, isSearching, onAdd, onHelp, onRefresh } = props;
  const { feeds: words } = useStrings().reader;
  const { folders, feeds, unread, starred, saved } = subscriptions;
  const { view: _, ...scope } = place;
  const isWhole = !isSearching && Object.keys(scope).length === 0;
  const byFolder = useMemo(() => Map.groupBy(feeds, ({ folderId }) => folderId), [feeds]);
  const views: { view: EntryView; icon: LucideIcon; label: string; count: number }[] = [
    { view: 'unread', icon: Inbox, label: words.unread, count: unread },
    { view: 'all', icon: Rows3, label: words.all, count: 0 },
    { view: 'starred', icon: Star, label: words.starred, count: starred },
    { view: 'saved', icon: Bookmark, label: words.saved, count: saved },
  ];
  // A feed opened from Starred shows its unread entries.
  const view = place.view === 'all' ? 'all' : 'unread';

  return (
    <nav aria-label={words.heading} className="flex min-h-0 flex-1 flex-col bg-paper">
      <div className="min-h-0 flex-1 overflow-y-auto px-2 pt-3 pb-4">
        <ul className="space-y-px">
          {views.map(({ view: target, icon: Icon, label, count }) => (
            <SidebarRow
              key={target}
              to={{ view: target }}
              isCurrent={isWhole && place.view === target}
              label={label}
              count={count}
              lead={<Icon aria-hidden className="size-4 text-muted" strokeWidth={1.75} />}
            />
          ))}
        </ul>
        <ul className="mt-4 space-y-px">
          {folders.map((folder) => (
            <FolderRow
              key={folder.id}
              folder={folder}
              folders={folders}
              feeds={byFolder.get(folder.id) ?? none}
              isCurrent={place.folder === folder.id}
              currentFeed={place.feed}
              view={view}
              onRefresh={onRefresh}
            />
          ))}
          {(byFolder.get(null) ?? none).map((feed) => (
            <FeedRow
              key={feed.id}
              feed={feed}
              folders={folders}
              isCurrent={place.feed === feed.id}
              view={view}
              onRefresh={onRefresh}
            />
          ))}
        </ul>
        <TagsPart place={place} />
      </div>
      <BatchIndicator />
      <div className="flex min-h-11 items-center gap-1 border-t border-line px-2">
        <Button look="quiet" onClick={onAdd} {...keyHint(words.add, keyOf('add'))} className="px-2">
          <Plus aria-hidden className="size-4" />
          {words.add}
        </Button>
        <RefreshButton onRefresh={() => onRefresh(null)} />
        <SidebarMenu onHelp={onHelp} />
      </div>
    </nav>
  );
});
