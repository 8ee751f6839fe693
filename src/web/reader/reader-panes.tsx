import { useRouter } from '@tanstack/react-router';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { Entry, EntryId } from '#schema/entry.ts';
import type { Feed } from '#schema/feed.ts';
import type { Subscriptions } from '#schema/reader-wire.ts';
import { useSettings } from '#web/api/queries.ts';
import { ListDetail } from '#web/controls/layout/panes.tsx';
import { useMedia, useRoom } from '#web/controls/layout/use-media.ts';
import { usePreload } from '#web/controls/lazy.ts';
import { Toast } from '#web/controls/toast.tsx';
import { useStrings } from '#web/strings/strings-provider.tsx';
import { type PanelPlace, usePanelPlace } from '#web/summary-panel/use-panel-place.ts';
import { TaggingDialog } from '#web/tags/batch/lazy-dialogs.ts';
import { useTagLibrary } from '#web/tags/tag-queries.ts';
import { DropAnywhere } from './add/drop-anywhere.tsx';
import { FirstRun, NoArticle } from './empty-states.tsx';
import { usePatchEntry, useRefusedPatch } from './entry-actions.ts';
import { useFeedActions, useRefresh } from './feed-actions.ts';
import {
  ArticleWithPanel,
  FeedDialogs,
  FeedMenu,
  FolderMenu,
  NameDialog,
  ReaderDialogs,
  SidebarMenuItems,
} from './lazy-parts.tsx';
import { ListMenuItems } from './list/list-menu.tsx';
import { ListPane } from './list/list-pane.tsx';
import { PicturesProvider } from './pictures.tsx';
import { type Place, placeName } from './place.ts';
import type { Question } from './reader-dialogs.tsx';
import { useEntry } from './reader-queries.ts';
import { useShortcuts } from './shortcuts.ts';
import { Sidebar } from './sidebar/sidebar.tsx';
import { useEntryList } from './use-entry-list.ts';
import { usePlace } from './use-place.ts';
import { useReaderCommands } from './use-reader-commands.ts';
import { safeUrl } from './web-address.ts';

const feedWidths = { initial: 228, min: 168, max: 400 };
const listWidths = { initial: 336, min: 240, max: 560 };
const laterParts = [
  ArticleWithPanel,
  ReaderDialogs,
  TaggingDialog,
  ListMenuItems,
  SidebarMenuItems,
  FeedMenu,
  FolderMenu,
  FeedDialogs,
  NameDialog,
];

/**
 * Shows feeds, entries and the article. Depending on the screen width, all three, the last two or one of them are
 * visible.
 */
export function ReaderPanes({ subscriptions }: { subscriptions: Subscriptions }) {
  const strings = useStrings();
  const { reader } = strings;
  const { place, openId, passage, go } = usePlace();
  const entry = useEntry(openId);
  const { data: tags } = useTagLibrary();
  const { data: settings } = useSettings();
  const { list, items, foundIn } = useEntryList(place, entry.data ?? null);
  const hasOpened = useHasOpened(openId);
  const isArrival = useIsArrival(openId);
  usePreload(list.isSuccess, laterParts);
  const panelPlace = usePanelPlace();
  const room = usePanes(panelPlace);
  const [isAtFeeds, setAtFeeds] = useAtFeeds();
  const [question, setQuestion] = useState<Question | null>(null);
  const refresh = useRefresh();
  const { begin, progress } = refresh;
  const { addSample } = useFeedActions();
  const patch = usePatchEntry();
  const refused = useRefusedPatch();
  const paneRef = useRef<HTMLDivElement>(null);
  const searchRef = useRef<HTMLInputElement>(null);
  const articleRef = useRef<HTMLDivElement>(null);
  const headingRef = useRef<HTMLHeadingElement>(null);
  const tagsRef = useRef<HTMLButtonElement>(null);
  const head = entry.data ?? items.find(({ id }) => id === openId) ?? null;
  const isListHidden = () => paneRef.current?.offsetParent === null;

  // The scope leaves out the query, so that typing a search does not render the sidebar again.
  const scope = useScope(place);
  const addFeed = useCallback(() => setQuestion({ kind: 'add', what: 'feed' }), []);
  const showHelp = useCallback(() => setQuestion({ kind: 'help' }), []);

  function openFeed(feed: Feed): void {
    setQuestion(null);
    void go({ view: 'unread', feed: feed.id }, null);
  }

  function openEntry(added: Entry): void {
    setQuestion(null);
    void go({ view: 'saved' }, added.id);
  }

  function step(by: 1 | -1): boolean {
    const index = items.findIndex(({ id }) => id === openId);
    const next = index === -1 ? items[0] : items[index + by];
    if (next !== undefined) void go(place, next.id, { replace: openId !== null });
    return next !== undefined;
  }

  function enter(): boolean {
    headingRef.current?.focus();
    return headingRef.current !== null;
  }

  function ask(next: Question): boolean {
    setQuestion(next);
    return true;
  }

  const actions = {
    next: () => step(1),
    previous: () => step(-1),
    open: () => (openId === null ? step(1) : enter()),
    page: () => scrollPage(articleRef.current),
    read: () => {
      if (head !== null) patch(head, { read: !head.read });
      return head !== null;
    },
    star: () => {
      if (head !== null) patch(head, { starred: !head.starred });
      return head !== null;
    },
    original: () => {
      const url = safeUrl(head?.url ?? null);
      if (url !== null) window.open(url, '_blank', 'noopener,noreferrer');
      return url !== null;
    },
    tag: () => {
      tagsRef.current?.click();
      return tagsRef.current !== null;
    },
    search: () => {
      searchRef.current?.select();
      searchRef.current?.focus();
      return true;
    },
    add: () => ask({ kind: 'add', what: 'feed' }),
    refresh: () => {
      begin.mutate(null);
      return true;
    },
    markAllRead: () => ask({ kind: 'mark-all' }),
    help: () => ask({ kind: 'help' }),
    back: () => {
      if (openId === null || !isListHidden()) return false;
      void go(place, null);
      return true;
    },
  };
  useShortcuts(actions);
  useReaderCommands({
    head,
    actions,
    hasFeeds: subscriptions.feeds.length > 0,
    isRefreshing: progress?.running === true,
    hasUnread: items.some(({ read }) => !read),
    onAdd: (what) => setQuestion({ kind: 'add', what }),
  });

  // The key preserves an open dialog and its requests when the first feed turns the first-run screen into panes.
  const dialogs =
    question === null ? null : (
      <ReaderDialogs
        key="dialogs"
        question={question}
        subscriptions={subscriptions}
        place={place}
        newest={items[0] ?? null}
        onFeed={openFeed}
        onEntry={openEntry}
        onClose={() => setQuestion(null)}
      />
    );
  if (subscriptions.feeds.length === 0 && subscriptions.saved === 0 && subscriptions.starred === 0) {
    return (
      <DropAnywhere onAdded={openEntry}>
        <div className="min-h-0 flex-1 overflow-y-auto">
          <FirstRun
            adding={addSample.isPending}
            error={addSample.error}
            onAdd={(what) => setQuestion({ kind: 'add', what })}
            onSample={() => addSample.mutate(undefined, { onSuccess: openFeed })}
            onEntry={openEntry}
          />
        </div>
        {dialogs}
      </DropAnywhere>
    );
  }

  // Where only two panes fit, the feeds take the place of the list.
  const isListBeside = room > 2 || (room === 2 && !isAtFeeds);
  return (
    <DropAnywhere onAdded={openEntry}>
      <PicturesProvider value={settings?.reader.loadImages === true}>
        <ListDetail
          resize={reader.resizeFeeds}
          keptAs="precis.feeds-width"
          widths={feedWidths}
          isBeside={room > 2 || (room === 2 && isAtFeeds)}
          shown={isAtFeeds && openId === null ? 'list' : 'detail'}
          list={
            <Sidebar
              subscriptions={subscriptions}
              place={scope}
              isSearching={place.q !== undefined}
              onAdd={addFeed}
              onHelp={showHelp}
              onRefresh={begin.mutate}
            />
          }
        >
          <ListDetail
            resize={reader.resizeList}
            keptAs="precis.list-width"
            widths={listWidths}
            isBeside={isListBeside}
            shown={openId === null && room === 1 ? 'list' : 'detail'}
            list={
              <ListPane
                place={place}
                title={placeName(place, { ...subscriptions, tags }, strings)}
                isEmptyFeed={subscriptions.feeds.some(({ id, isEmpty }) => isEmpty && id === place.feed)}
                list={list}
                foundIn={foundIn}
                items={items}
                openId={openId}
                refresh={refresh}
                onBack={room > 2 ? null : () => setAtFeeds(true)}
                onStep={step}
                onEnter={enter}
                onMarkAllRead={() => ask({ kind: 'mark-all' })}
                paneRef={paneRef}
                searchRef={searchRef}
              />
            }
          >
            {hasOpened ? (
              <ArticleWithPanel
                id={openId}
                head={head}
                entry={entry.data ?? null}
                error={entry.error}
                passage={passage}
                onPassageShown={() => void go(place, openId, { replace: true })}
                subscriptions={subscriptions}
                place={panelPlace}
                takesFocus={!isArrival}
                listRef={paneRef}
                paneRef={articleRef}
                headingRef={headingRef}
                tagsRef={tagsRef}
                onBack={() => void go(place, null)}
                onDeleted={() => void go(place, null, { replace: true })}
              />
            ) : (
              <section aria-label={reader.article.heading} className="min-h-0 flex-1 overflow-y-auto">
                <NoArticle />
              </section>
            )}
          </ListDetail>
        </ListDetail>
      </PicturesProvider>
      {dialogs}
      <Toast
        message={
          refused.title === null
            ? null
            : { title: reader.list.notSaved, note: reader.list.notSavedNote(refused.title) }
        }
        onClose={refused.dismiss}
      />
    </DropAnywhere>
  );
}

/** Whether an article has been opened. From then on, its pane stays. */
function useHasOpened(openId: EntryId | null): boolean {
  const [hasOpened, setOpened] = useState(openId !== null);
  if (openId !== null && !hasOpened) setOpened(true);
  return hasOpened || openId !== null;
}

/** Whether the page was loaded with this article. If so, the focus stays where it is. */
function useIsArrival(openId: EntryId | null): boolean {
  const [first] = useState(openId);
  const [hasLeft, setLeft] = useState(openId === null);
  if (openId !== first && !hasLeft) setLeft(true);
  return !hasLeft && openId === first;
}

/** Returns the place without its query. The object stays the same while only the query changes. */
function useScope({ view, feed, folder, tag }: Place): Omit<Place, 'q'> {
  return useMemo(
    () => ({
      view,
      ...(feed === undefined ? {} : { feed }),
      ...(folder === undefined ? {} : { folder }),
      ...(tag === undefined ? {} : { tag }),
    }),
    [view, feed, folder, tag],
  );
}

/** Returns how many panes fit. A summary beside the article takes the place of the feeds where not all fit. */
function usePanes({ dock, isOpen }: PanelPlace): number {
  const room = useRoom();
  const hasAll = useMedia('(min-width: 100rem)');
  return dock === 'beside' && isOpen && !hasAll ? Math.min(room, 2) : room;
}

/** Whether the feeds are shown where they do not fit beside the list. Any navigation hides them. */
function useAtFeeds() {
  const router = useRouter();
  const [isAtFeeds, setAtFeeds] = useState(false);
  useEffect(() => router.subscribe('onBeforeLoad', () => setAtFeeds(false)), [router]);
  return [isAtFeeds, setAtFeeds] as const;
}

/** Scrolls by slightly less than the visible height, so that no line is skipped. */
function scrollPage(pane: HTMLElement | null): boolean {
  pane?.scrollBy({ top: pane.clientHeight * 0.88, behavior: 'smooth' });
  return pane !== null;
}
