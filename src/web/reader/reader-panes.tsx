import { type CSSProperties, useEffect, useRef, useState } from 'react';
import type { Entry } from '#schema/entry.ts';
import type { Feed, FeedId } from '#schema/feed.ts';
import type { Subscriptions } from '#schema/reader-wire.ts';
import { Button } from '#web/controls/button.tsx';
import { Splitter } from '#web/controls/splitter.tsx';
import { useKeptSize } from '#web/kept/use-kept-size.ts';
import { useStrings } from '#web/strings/strings-provider.tsx';
import { AddDialog, type AddKind } from './add/add-dialog.tsx';
import { FileProblemNotice } from './add/file-problem-notice.tsx';
import { useAddFile } from './add/use-add-file.ts';
import { ArticleWithPanel } from './article/article-with-panel.tsx';
import { usePatchEntry } from './entry-actions.ts';
import { useFeedActions } from './feed-actions.ts';
import { FirstRun } from './first-run.tsx';
import { HelpDialog } from './keys/help-dialog.tsx';
import { useShortcuts } from './keys/use-shortcuts.ts';
import { ListPane } from './list/list-pane.tsx';
import { MarkAllDialog } from './list/mark-all-dialog.tsx';
import { placeName } from './place-name.ts';
import { safeUrl } from './safe-url.ts';
import { Sidebar } from './sidebar/sidebar.tsx';
import { useEntry } from './use-entry.ts';
import { useEntryList } from './use-entry-list.ts';
import { useFileDrop } from './use-file-drop.ts';
import { usePlace } from './use-place.ts';
import { useRefresh } from './use-refresh.ts';

const feedWidths = { initial: 228, min: 168, max: 400 };
const listWidths = { initial: 336, min: 240, max: 560 };

type Question = { kind: 'add'; what: AddKind } | { kind: 'help' } | { kind: 'mark-all' };

/** Feeds, entries, article; on a narrow screen one of them at a time. */
export function ReaderPanes({ subscriptions }: { subscriptions: Subscriptions }) {
  const strings = useStrings();
  const { reader } = strings;
  const { place, openId, go } = usePlace();
  const entry = useEntry(openId);
  const { list, items } = useEntryList(place, entry.data ?? null);
  const [feedsWidth, setFeedsWidth] = useKeptSize({ key: 'precis.feeds-width', ...feedWidths });
  const [listWidth, setListWidth] = useKeptSize({ key: 'precis.list-width', ...listWidths });
  const [isAtFeeds, setAtFeeds] = useState(false);
  const [question, setQuestion] = useState<Question | null>(null);
  const { begin } = useRefresh();
  const { addSample } = useFeedActions();
  const patch = usePatchEntry();
  const paneRef = useRef<HTMLDivElement>(null);
  const searchRef = useRef<HTMLInputElement>(null);
  const articleRef = useRef<HTMLDivElement>(null);
  const headingRef = useRef<HTMLHeadingElement>(null);

  const head = entry.data ?? items.find(({ id }) => id === openId) ?? null;
  const close = () => setQuestion(null);
  const openFeed = (feed: Feed) => {
    close();
    void go({ view: 'unread', feed: feed.id }, null);
  };
  const openEntry = (added: Entry) => {
    close();
    void go({ view: 'saved' }, added.id);
  };
  const file = useAddFile(openEntry);
  const { isOver, handlers } = useFileDrop((dropped) => void file.addFile(dropped));

  // Choosing a place leads from the feeds to its list.
  const [seenPlace, setSeenPlace] = useState(place);
  if (place !== seenPlace) {
    setSeenPlace(place);
    setAtFeeds(false);
  }

  useEffect(() => {
    // Where the list has made room for the article, the focus goes there too.
    if (openId !== null && paneRef.current?.offsetParent === null) headingRef.current?.focus();
  }, [openId]);

  function step(by: 1 | -1): boolean {
    const index = items.findIndex(({ id }) => id === openId);
    const next = index === -1 ? items[0] : items[index + by];
    if (next !== undefined) void go(place, next.id, { replace: openId !== null });
    return next !== undefined;
  }

  function back(): boolean {
    if (openId === null || paneRef.current?.offsetParent !== null) return false;
    void go(place, null);
    return true;
  }

  function enter(): boolean {
    headingRef.current?.focus();
    return headingRef.current !== null;
  }

  const ask = (next: Question) => () => {
    setQuestion(next);
    return true;
  };

  useShortcuts({
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
    search: () => {
      searchRef.current?.focus();
      searchRef.current?.select();
      return true;
    },
    add: ask({ kind: 'add', what: 'feed' }),
    refresh: () => {
      begin.mutate(null);
      return true;
    },
    markAllRead: ask({ kind: 'mark-all' }),
    help: ask({ kind: 'help' }),
    back,
  });

  const isFirstRun =
    subscriptions.feeds.length === 0 && subscriptions.saved === 0 && subscriptions.starred === 0;
  const pane = openId !== null ? 'article' : isAtFeeds ? 'feeds' : 'list';

  return (
    <div {...handlers} className="relative flex h-full min-h-0">
      {isFirstRun ? (
        <div className="min-h-0 flex-1 overflow-y-auto">
          <FirstRun
            adding={addSample.isPending}
            error={addSample.error}
            onFeed={ask({ kind: 'add', what: 'feed' })}
            onOpml={ask({ kind: 'add', what: 'opml' })}
            onSample={() => addSample.mutate(undefined, { onSuccess: openFeed })}
          />
        </div>
      ) : (
        <>
          <div
            style={widthOf(feedsWidth)}
            className={`min-w-0 flex-col lg:flex lg:w-(--width) lg:shrink-0 ${pane === 'feeds' ? 'flex flex-1 lg:flex-none' : 'hidden'}`}
          >
            <Sidebar
              subscriptions={subscriptions}
              place={place}
              onAdd={ask({ kind: 'add', what: 'feed' })}
              onHelp={ask({ kind: 'help' })}
              onRefresh={(feedId: FeedId | null) => begin.mutate(feedId)}
            />
          </div>
          <Splitter
            label={reader.resizeFeeds}
            orientation="vertical"
            size={feedsWidth}
            {...feedWidths}
            onResize={setFeedsWidth}
            className="hidden lg:block"
          />
          <div
            style={widthOf(listWidth)}
            className={`min-w-0 flex-col bg-surface lg:flex lg:w-(--width) lg:shrink-0 ${pane === 'list' ? 'flex flex-1 lg:flex-none' : 'hidden'}`}
          >
            <ListPane
              place={place}
              title={placeName(place, subscriptions, strings)}
              list={list}
              items={items}
              openId={openId}
              onBack={() => setAtFeeds(true)}
              onStep={step}
              onEnter={enter}
              onMarkAllRead={ask({ kind: 'mark-all' })}
              paneRef={paneRef}
              searchRef={searchRef}
            />
          </div>
          <Splitter
            label={reader.resizeList}
            orientation="vertical"
            size={listWidth}
            {...listWidths}
            onResize={setListWidth}
            className="hidden lg:block"
          />
          <div
            className={`min-h-0 min-w-0 flex-1 flex-col bg-surface lg:flex ${pane === 'article' ? 'flex' : 'hidden'}`}
          >
            <ArticleWithPanel
              id={openId}
              head={head}
              entry={entry.data ?? null}
              error={entry.error}
              subscriptions={subscriptions}
              paneRef={articleRef}
              headingRef={headingRef}
              onBack={() => void go(place, null)}
              onDeleted={() => void go(place, null, { replace: true })}
            />
          </div>
        </>
      )}
      {isOver ? (
        <div className="pointer-events-none absolute inset-2 z-30 flex items-center justify-center rounded-lg border-2 border-dashed border-accent bg-accent-wash/90 text-base font-medium text-accent">
          {reader.add.dropHere}
        </div>
      ) : null}
      {file.problem === null ? null : (
        <div className="absolute inset-x-4 bottom-4 z-30 mx-auto max-w-lg rounded-lg bg-surface shadow-lg">
          <FileProblemNotice problem={file.problem}>
            <Button onClick={file.dismiss}>{strings.problem.dismiss}</Button>
          </FileProblemNotice>
        </div>
      )}
      {question?.kind === 'add' ? (
        <AddDialog
          kind={question.what}
          folders={subscriptions.folders}
          onFeed={openFeed}
          onEntry={openEntry}
          onClose={close}
        />
      ) : null}
      {question?.kind === 'help' ? <HelpDialog onClose={close} /> : null}
      {question?.kind === 'mark-all' ? (
        <MarkAllDialog
          place={place}
          subscriptions={subscriptions}
          newest={items[0] ?? null}
          onClose={close}
        />
      ) : null}
    </div>
  );
}

/** Only wide screens look at it. */
function widthOf(px: number): CSSProperties {
  return { '--width': `${px}px` } as CSSProperties;
}

/** By a little less than what is in sight, so that no line is lost. */
function scrollPage(pane: HTMLElement | null): boolean {
  pane?.scrollBy({ top: pane.clientHeight * 0.88, behavior: 'smooth' });
  return pane !== null;
}
