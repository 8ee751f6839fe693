import { useNavigate } from '@tanstack/react-router';
import { CheckCheck, X } from 'lucide-react';
import type { RefObject } from 'react';
import type { EntryHead, EntryId } from '#schema/entry.ts';
import { BackButton, Button, IconButton } from '#web/controls/button.tsx';
import { Picker } from '#web/controls/choice.tsx';
import { LoadError } from '#web/controls/loaded.tsx';
import { ErrorNotice, ProblemNotice } from '#web/controls/problem-notice.tsx';
import { SearchField } from '#web/controls/search-field.tsx';
import { ListEmpty } from '#web/reader/empty-states.tsx';
import type { Refresh } from '#web/reader/feed-actions.ts';
import type { EntryView, Place } from '#web/reader/place.ts';
import { AddModelLink } from '#web/reader/translation/add-model-link.tsx';
import type { useEntryList } from '#web/reader/use-entry-list.ts';
import { useStrings } from '#web/strings/strings-provider.tsx';
import { BatchIndicator } from '#web/tags/batch/batch-indicator.tsx';
import { useTagCompletion } from '#web/tags/find-tags.ts';
import { EntryList } from './entry-list.tsx';
import { ListMenu } from './list-menu.tsx';
import { SelectionBar } from './selection-bar.tsx';
import { PullToRefresh } from './touch/pull-to-refresh.tsx';
import type { SwipeAction } from './touch/use-list-gestures.ts';
import { type ListMarking, useMarking, useSelection, useSelectionActions } from './use-selection.ts';
import { type TitlesState, useTitles } from './use-titles.ts';

interface ListPaneProps {
  place: Place;
  title: string;
  isEmptyFeed: boolean;
  list: ReturnType<typeof useEntryList>['list'];
  foundIn: ReturnType<typeof useEntryList>['foundIn'];
  items: readonly EntryHead[];
  openId: EntryId | null;
  refresh: Refresh;
  /** Goes back to the feeds. It is null if the feeds are in sight. */
  onBack: (() => void) | null;
  onStep(by: 1 | -1): void;
  onEnter(): void;
  onMarkAllRead(): void;
  paneRef: RefObject<HTMLDivElement | null>;
  searchRef: RefObject<HTMLInputElement | null>;
}

export function ListPane(props: ListPaneProps) {
  const { place, title, isEmptyFeed, list, foundIn, items, openId, refresh, onBack, onStep } = props;
  const { onEnter, onMarkAllRead, paneRef, searchRef } = props;
  const { reader, loading } = useStrings();
  const { list: words } = reader;
  const navigate = useNavigate();
  const translation = useTitles(items);
  const { titles } = translation;
  const listKey = JSON.stringify(place);
  const selection = useSelection(items, listKey, openId);
  const marking = useMarking();
  const { summarize } = useSelectionActions(marking.tell);
  const above = unreadAbove(items, openId);
  const completeTag = useTagCompletion();
  const { view, q, ...scope } = place;
  const views: EntryView[] =
    scope.feed === undefined && scope.folder === undefined
      ? ['unread', 'all', 'starred', 'saved']
      : ['unread', 'all', 'starred'];

  function go(next: Place): void {
    const { view: nextView, ...search } = next;
    void navigate({
      to: '/reader/$view/{-$entryId}',
      params: { view: nextView, entryId: openId === null ? undefined : String(openId) },
      search,
      replace: true,
    });
  }

  function swipe(head: EntryHead, action: SwipeAction): void {
    if (action === 'read') marking.mark([head.id], { read: !head.read });
    else if (action === 'star') marking.mark([head.id], { starred: !head.starred });
    else summarize.mutate([head]);
  }

  return (
    <section aria-label={title} className="flex min-h-0 min-w-0 flex-1 flex-col">
      <header className="space-y-2 border-b border-line px-3 pt-2.5 pb-2.5">
        <div className="flex min-w-0 items-center gap-1">
          {onBack === null ? null : <BackButton onClick={onBack} label={reader.feeds.heading} />}
          <h1 className="min-w-0 flex-1 truncate text-base font-semibold" title={title}>
            {title}
          </h1>
          <IconButton
            onClick={onMarkAllRead}
            label={words.markAllRead}
            title={`${words.markAllRead} (⇧A)`}
            disabled={!items.some(({ read }) => !read)}
            className="px-2"
          >
            <CheckCheck aria-hidden className="size-4" />
          </IconButton>
          <ListMenu
            place={place}
            title={title}
            isEmpty={items.length === 0}
            titles={translation}
            onMarkAbove={above.length === 0 ? null : () => marking.mark(above, { read: true })}
          />
        </div>
        <div className="flex items-center gap-2">
          <SearchField
            placeholder={words.searchPlaceholder}
            query={q ?? ''}
            onSearch={(next) => go({ view, ...scope, ...(next === '' ? {} : { q: next }) })}
            inputRef={searchRef}
            complete={completeTag}
          />
          <Picker<EntryView>
            label={words.view}
            value={view}
            options={views.map((value) => ({ value, label: words.views[value] }))}
            onChoose={(next) => go({ ...place, view: next })}
            className="w-24 shrink-0"
          />
        </div>
        <TitlesStatus titles={translation} />
      </header>
      {onBack === null ? null : <BatchIndicator className="border-t-0 border-b" />}
      <PullToRefresh refresh={refresh} paneRef={paneRef}>
        <LoadError of={list} className="p-3" />
        {list.isPending ? <p className="appear-late px-4 py-6 text-muted">{loading}</p> : null}
        {list.isSuccess && items.length === 0 ? (
          <ListEmpty
            place={place}
            title={title}
            isEmptyFeed={isEmptyFeed}
            onShowAll={() => go({ view: 'all', ...scope })}
          />
        ) : null}
        {items.length === 0 ? null : (
          <EntryList
            foundIn={foundIn}
            titles={titles}
            // The key makes a different list start at its top.
            key={listKey}
            items={items}
            place={place}
            openId={openId}
            selection={selection}
            hasMore={list.hasNextPage}
            onMore={() => {
              if (!list.isFetchingNextPage) void list.fetchNextPage();
            }}
            onStep={onStep}
            onEnter={onEnter}
            onSwipe={swipe}
            paneRef={paneRef}
          />
        )}
      </PullToRefresh>
      <MarkingNotice marking={marking} other={summarize} />
      {selection.heads.length === 0 ? null : <SelectionBar selection={selection} marking={marking} />}
    </section>
  );
}

/** Returns the unread entries above the open entry. */
function unreadAbove(items: readonly EntryHead[], openId: EntryId | null): EntryId[] {
  const at = items.findIndex(({ id }) => id === openId);
  return items.slice(0, Math.max(0, at)).flatMap(({ id, read }) => (read ? [] : [id]));
}

/** Says that titles are being translated, or why they could not be. */
function TitlesStatus({ titles }: { titles: TitlesState }) {
  const { translation, panel, problem: words } = useStrings();
  const { isRunning, problem, abort, start, dismiss } = titles;
  return (
    <>
      <output className="block">
        {isRunning ? (
          <span className="flex items-center gap-2 text-xs text-muted">
            <span aria-hidden className="size-1.5 shrink-0 animate-pulse rounded-full bg-accent" />
            <span className="flex-1">{translation.titles.translating}</span>
            <Button look="quiet" onClick={abort} className="-my-1">
              {panel.abort}
            </Button>
          </span>
        ) : null}
      </output>
      {problem === null ? null : (
        <ProblemNotice problem={problem}>
          {problem.code === 'model_cannot_translate' ? (
            <AddModelLink />
          ) : (
            <Button onClick={() => void start()}>{words.retry}</Button>
          )}
          <Button look="quiet" onClick={dismiss}>
            {words.dismiss}
          </Button>
        </ProblemNotice>
      )}
    </>
  );
}

interface MarkingNoticeProps {
  marking: ListMarking;
  /** Another action that may have failed. */
  other: { error: Error | null; reset(): void };
}

/** Says below the list what was done to one or many entries. */
function MarkingNotice({ marking, other }: MarkingNoticeProps) {
  const { reader, problem } = useStrings();
  const { notice, undo, dismiss } = marking;
  const error = marking.error ?? other.error;
  return (
    <>
      <output className="block" data-testid="marking">
        {notice === null ? null : (
          <span className="flex items-center gap-2 border-t border-line bg-sunken py-1 ps-4 pe-1.5 text-[0.8125rem]">
            <span className="min-w-0 flex-1">{notice.text}</span>
            {notice.undo === null ? null : <Button onClick={undo}>{reader.list.selection.undo}</Button>}
            <IconButton label={problem.dismiss} onClick={dismiss}>
              <X aria-hidden className="size-4" />
            </IconButton>
          </span>
        )}
      </output>
      {error === null ? null : (
        <div className="border-t border-line p-2">
          <ErrorNotice error={error}>
            <Button
              look="quiet"
              onClick={() => {
                dismiss();
                other.reset();
              }}
            >
              {problem.dismiss}
            </Button>
          </ErrorNotice>
        </div>
      )}
    </>
  );
}
