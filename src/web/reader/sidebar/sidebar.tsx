import { Link } from '@tanstack/react-router';
import { Bookmark, ChevronRight, Inbox, type LucideIcon, Plus, RefreshCw, Rows3, Star } from 'lucide-react';
import { memo, useMemo, useState } from 'react';
import type { Feed, FeedId, Folder } from '#schema/feed.ts';
import type { Subscriptions } from '#schema/reader-wire.ts';
import { Button, IconButton } from '#web/controls/button.tsx';
import { keyHint } from '#web/controls/keys.ts';
import { RowMenu } from '#web/controls/row-menu.tsx';
import { useKeptOpen } from '#web/kept-state.ts';
import { describeRefresh, useFeedActions, useRefresh } from '#web/reader/feed-actions.ts';
import { FolderMenu, NameDialog, SidebarMenuItems } from '#web/reader/lazy-parts.tsx';
import type { EntryView, Place } from '#web/reader/place.ts';
import { keyOf } from '#web/reader/shortcuts.ts';
import { useStrings } from '#web/strings/strings-provider.tsx';
import { BatchIndicator } from '#web/tags/batch/batch-indicator.tsx';
import { TaggingDialog } from '#web/tags/batch/lazy-dialogs.ts';
import { byUse, useTagLibrary } from '#web/tags/tag-queries.ts';
import { FeedRow, SidebarRow } from './sidebar-rows.tsx';

const none: readonly Feed[] = [];

interface SidebarProps {
  subscriptions: Subscriptions;
  /** The place without the search query, which changes with every key. */
  place: Omit<Place, 'q'>;
  isSearching: boolean;
  onAdd(): void;
  onHelp(): void;
  onRefresh(feedId: FeedId | null): void;
}

/**
 * Lists the sources of entries: everything, then folders and feeds, each with its unread count. There are often
 * hundreds of rows.
 */
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
  // A feed that is opened from Starred shows its unread entries.
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

/** Holds the less frequent actions. */
function SidebarMenu({ onHelp }: { onHelp(): void }) {
  const { feeds, names } = useStrings().reader;
  const { createFolder } = useFeedActions();
  const [naming, setNaming] = useState(false);
  return (
    <>
      <RowMenu isInToolbar label={feeds.more} className="ms-auto">
        {(button) => <SidebarMenuItems button={button} onNewFolder={() => setNaming(true)} onHelp={onHelp} />}
      </RowMenu>
      {naming ? (
        <NameDialog
          title={names.newFolder}
          maxLength={120}
          onSave={(name) => createFolder.mutateAsync(name)}
          onClose={() => setNaming(false)}
        />
      ) : null}
    </>
  );
}

/** Refreshes all feeds, and shows the progress and then briefly the result. */
function RefreshButton({ onRefresh }: { onRefresh(): void }) {
  const { feeds } = useStrings().reader;
  const { progress, justDone } = useRefresh();
  const running = progress?.running === true;
  const shown = running ? progress : justDone;
  const told = shown === null ? null : describeRefresh(shown, feeds);
  return (
    <>
      <IconButton
        disabled={running}
        onClick={onRefresh}
        label={feeds.refresh}
        {...keyHint(feeds.refresh, keyOf('refresh'))}
        className="min-w-0 shrink! px-2"
      >
        <RefreshCw aria-hidden className={`size-4 shrink-0 ${running ? 'animate-spin' : ''}`} />
        <span aria-hidden className="numeric truncate text-xs font-normal text-muted">
          {told}
        </span>
      </IconButton>
      <output className="sr-only">{told}</output>
    </>
  );
}

const mostShown = 8;

/** Shows the most used tags with their counts. All others are in the library. */
function TagsPart({ place }: { place: Pick<Place, 'tag'> }) {
  const { tags: words } = useStrings();
  const { data: library = [] } = useTagLibrary();
  const [isOpen, setOpen] = useKeptOpen('precis.tags');
  const used = byUse(library).filter(({ entries }) => entries > 0);
  const shown = used.slice(0, mostShown);
  const current = library.find(({ id }) => id === place.tag);
  if (current !== undefined && !shown.includes(current)) shown.push(current);
  if (library.length === 0) return null;
  return (
    <section aria-label={words.heading} className="mt-4">
      <button
        type="button"
        aria-expanded={isOpen}
        title={isOpen ? words.collapse : words.expand}
        onClick={() => setOpen(!isOpen)}
        className="flex h-8 w-full items-center gap-2 rounded-md ps-1 pe-2 text-xs font-medium text-muted hover:bg-sunken pointer-coarse:h-11"
      >
        <ChevronRight aria-hidden className={`size-4 transition-transform ${isOpen ? 'rotate-90' : ''}`} />
        {words.heading}
      </button>
      {isOpen ? (
        <ul className="space-y-px">
          {shown.map((tag) => (
            <SidebarRow
              key={tag.id}
              to={{ view: 'all', tag: tag.id }}
              isCurrent={tag.id === place.tag}
              label={tag.name}
              count={tag.entries}
              lead={
                <span aria-hidden className="w-4 text-center text-muted">
                  #
                </span>
              }
            />
          ))}
          <li>
            <Link
              to="/settings/$section"
              params={{ section: 'tags' }}
              search={{}}
              className="flex h-8 items-center rounded-md ps-8 pe-2 text-muted hover:bg-sunken hover:text-ink pointer-coarse:h-11"
            >
              {words.all}
            </Link>
          </li>
        </ul>
      ) : null}
    </section>
  );
}

interface FolderRowProps {
  folder: Folder;
  folders: readonly Folder[];
  feeds: readonly Feed[];
  isCurrent: boolean;
  currentFeed: FeedId | undefined;
  view: EntryView;
  onRefresh(feedId: FeedId): void;
}

const FolderRow = memo(function FolderRow(props: FolderRowProps) {
  const { folder, folders, feeds, isCurrent, currentFeed, view, onRefresh } = props;
  const { reader, tags } = useStrings();
  const { feeds: words, names } = reader;
  const { patchFolder } = useFeedActions();
  const [isOpen, setOpen] = useKeptOpen(`precis.folder-${folder.id}`);
  const [isNaming, setNaming] = useState(false);
  const [isTagging, setTagging] = useState(false);
  const label = isOpen ? words.close(folder.name) : words.open(folder.name);

  return (
    <SidebarRow
      to={{ view, folder: folder.id }}
      isCurrent={isCurrent}
      label={folder.name}
      count={feeds.reduce((sum, { unread }) => sum + unread, 0)}
      lead={
        <button
          type="button"
          aria-expanded={isOpen}
          aria-label={label}
          title={label}
          onClick={() => setOpen(!isOpen)}
          className="relative z-10 -ms-1 flex size-5 items-center pointer-coarse:-ms-2 pointer-coarse:size-11 justify-center rounded text-muted hover:bg-line"
        >
          <ChevronRight aria-hidden className={`size-4 transition-transform ${isOpen ? 'rotate-90' : ''}`} />
        </button>
      }
      menu={
        <RowMenu label={words.menu(folder.name)} className="absolute end-1 z-10">
          {(button) => (
            <FolderMenu
              button={button}
              folder={folder}
              onRename={() => setNaming(true)}
              onTag={() => setTagging(true)}
            />
          )}
        </RowMenu>
      }
    >
      {isOpen && feeds.length > 0 ? (
        <ul className="mt-px space-y-px">
          {feeds.map((feed) => (
            <FeedRow
              key={feed.id}
              feed={feed}
              folders={folders}
              isCurrent={currentFeed === feed.id}
              isIndented
              view={view}
              onRefresh={onRefresh}
            />
          ))}
        </ul>
      ) : null}
      {isNaming ? (
        <NameDialog
          title={names.renameFolder}
          initial={folder.name}
          maxLength={120}
          onSave={(name) => patchFolder.mutateAsync({ id: folder.id, name })}
          onClose={() => setNaming(false)}
        />
      ) : null}
      {isTagging ? (
        <TaggingDialog
          selection={{ folderId: folder.id }}
          of={tags.batch.of(folder.name)}
          onClose={() => setTagging(false)}
        />
      ) : null}
    </SidebarRow>
  );
});
