import { getRouteApi, Link, useNavigate, useParams } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { RunId } from '#schema/ids.ts';
import type { Run } from '#schema/runs/run.ts';
import { type Space, type ThreadId, threadIdSchema } from '#schema/spaces/space.ts';
import type { ThreadHit, ThreadView } from '#schema/spaces/spaces-wire.ts';
import { useSpaces } from '#web/api/list-queries.ts';
import { Button } from '#web/controls/button.tsx';
import { ListDetail } from '#web/controls/layout/panes.tsx';
import { useDrawer } from '#web/controls/layout/side-drawer.tsx';
import { useThreadScroll } from '#web/controls/layout/thread-pane.tsx';
import { EmptyState, Loaded } from '#web/controls/loaded.tsx';
import { LoadedList } from '#web/controls/loaded-list.tsx';
import { ErrorNotice } from '#web/controls/problem-notice.tsx';
import { SearchField } from '#web/controls/search-field.tsx';
import { MarkedText } from '#web/controls/search-hits.tsx';
import { Toast } from '#web/controls/toast.tsx';
import { useFormats, useStrings } from '#web/strings/strings-provider.tsx';
import { type MessagePart, nextFrame, useReveal } from '#web/summary-panel/passages/use-reveal.ts';
import { SummaryDrawer } from './drawer/summary-drawer.tsx';
import { SpaceDialog } from './space-dialog.tsx';
import { SpaceRow } from './space-row.tsx';
import { useSpaceActions, useThreadSearch } from './spaces-queries.ts';
import { useFolded, useMessages } from './thread/messages/use-messages.ts';
import { ThreadPane } from './thread/thread-pane.tsx';
import { useThread } from './thread/use-thread.ts';
import { useTurn } from './thread/use-turn.ts';

const route = getRouteApi('/spaces');
const widths = { initial: 248, min: 180, max: 420 };

export function SpacesScreen() {
  const strings = useStrings();
  const spaces = useSpaces();
  return (
    <>
      <title>{`${strings.spaces.heading} – ${strings.productName}`}</title>
      <Loaded of={spaces} className="p-6">
        {(known) => <SpacesPanes spaces={known} />}
      </Loaded>
    </>
  );
}

function SpacesPanes({ spaces }: { spaces: readonly Space[] }) {
  const { spaces: words } = useStrings();
  const navigate = useNavigate();
  const { message, compose = false } = route.useSearch();
  const { threadId: named } = useParams({ strict: false });
  const openId = threadIdSchema.safeParse(named).data ?? null;
  const leave = () => void navigate({ to: '/spaces', search: {} });
  if (spaces.length === 0 && named === undefined) return <FirstSpace />;
  return (
    <>
      {named === undefined ? <h1 className="sr-only">{words.heading}</h1> : null}
      <ListDetail
        resize={words.resizeList}
        keptAs="precis.spaces-width"
        widths={widths}
        shown={named === undefined ? 'list' : 'detail'}
        list={<SpacesNav spaces={spaces} openId={openId} onRemoved={leave} />}
      >
        {named === undefined ? (
          <EmptyState title={words.none} next={words.noneNext} />
        ) : openId === null ? (
          <ThreadGone onBack={leave} />
        ) : (
          <ThreadScreen
            key={openId}
            threadId={openId}
            shownSeq={message ?? null}
            isComposing={compose}
            onBack={leave}
          />
        )}
      </ListDetail>
    </>
  );
}

/** Empty state: one click creates a Space and its first thread. */
function FirstSpace() {
  const { first } = useStrings().spaces;
  const { begin } = useSpaceActions();
  return (
    <div className="flex min-h-full flex-col items-center justify-center gap-5 px-5 py-12">
      <h1 className="text-center text-2xl font-semibold tracking-tight">{first.heading}</h1>
      <p className="max-w-prose text-center text-balance text-muted">{first.text}</p>
      <Button
        look="primary"
        disabled={begin.isPending}
        onClick={() => begin.mutate(first.name)}
        className="h-10 px-5 text-sm"
      >
        {first.begin}
      </Button>
      <ErrorNotice error={begin.error} />
    </div>
  );
}

interface SpacesNavProps {
  spaces: readonly Space[];
  openId: ThreadId | null;
  /** Called when a Space is deleted, possibly with the open thread. */
  onRemoved(space: Space): void;
}

function SpacesNav({ spaces, openId, onRemoved }: SpacesNavProps) {
  const { list } = useStrings().spaces;
  const [query, setQuery] = useState('');
  const [isAdding, setAdding] = useState(false);
  const searchRef = useRef<HTMLInputElement>(null);
  return (
    <nav aria-label={list.heading} className="flex min-h-0 flex-1 flex-col bg-paper">
      <div className="flex px-3 pt-2.5 pb-2">
        <SearchField
          placeholder={list.searchPlaceholder}
          query={query}
          onSearch={setQuery}
          inputRef={searchRef}
        />
      </div>
      <div className="min-h-0 flex-1 overflow-y-auto px-2 pb-4">
        {query === '' ? (
          <ul className="space-y-2">
            {spaces.map((space) => (
              <SpaceRow key={space.id} space={space} openId={openId} onRemoved={() => onRemoved(space)} />
            ))}
          </ul>
        ) : (
          <SearchResults query={query} />
        )}
      </div>
      <div className="flex h-11 items-center border-t border-line px-2">
        <Button look="quiet" onClick={() => setAdding(true)} className="px-2">
          <Plus aria-hidden className="size-4" />
          {list.newSpace}
        </Button>
      </div>
      {isAdding ? <SpaceDialog space={null} onClose={() => setAdding(false)} /> : null}
    </nav>
  );
}

/** Lists messages from all threads that contain every word of the query. */
function SearchResults({ query }: { query: string }) {
  const { list: words } = useStrings().spaces;
  const found = useThreadSearch(query);
  const empty = (
    <div role="status" className="px-2 py-1.5">
      <p>{words.noResults(query)}</p>
      <p className="text-muted">{words.noResultsNext}</p>
    </div>
  );
  return (
    <LoadedList of={found} empty={empty} className="px-2 py-1.5">
      {(hits) => (
        <ul aria-label={words.results} className="space-y-px">
          {hits.map((hit) => (
            <Hit key={hit.message.id} hit={hit} query={query} />
          ))}
        </ul>
      )}
    </LoadedList>
  );
}

function Hit({ hit: { thread, message, excerpt }, query }: { hit: ThreadHit; query: string }) {
  const { list } = useStrings().spaces;
  const formats = useFormats();
  return (
    <li>
      <Link
        to="/spaces/thread/$threadId"
        params={{ threadId: thread.id }}
        search={{ message: message.seq }}
        preload={false}
        activeOptions={{ exact: true, includeSearch: true }}
        className="block rounded-md px-2 py-1.5 -outline-offset-2 hover:bg-sunken [&.active]:bg-accent-wash"
      >
        <span className="flex items-baseline gap-2">
          <span className="min-w-0 flex-1 truncate font-medium">{thread.title ?? list.untitled}</span>
          <span className="numeric text-xs text-muted">{formats.age(message.createdAt)}</span>
        </span>
        <span dir="auto" className="mt-0.5 line-clamp-3 text-[0.8125rem] text-muted wrap-anywhere">
          <MarkedText text={excerpt} query={query} />
        </span>
      </Link>
    </li>
  );
}

interface ThreadScreenProps {
  threadId: ThreadId;
  /** The message named by the URL. */
  shownSeq: number | null;
  /** Whether the message field gets the focus. */
  isComposing: boolean;
  onBack(): void;
}

function ThreadScreen({ threadId, ...open }: ThreadScreenProps) {
  const thread = useThread(threadId);
  return (
    <Loaded of={thread} gone={<ThreadGone onBack={open.onBack} />} className="p-6">
      {(view) => <OpenThread view={view} {...open} />}
    </Loaded>
  );
}

function ThreadGone({ onBack }: { onBack(): void }) {
  const { spaces } = useStrings();
  return (
    <EmptyState title={spaces.thread.gone} next={spaces.thread.goneNext}>
      <Button onClick={onBack}>{spaces.back}</Button>
    </EmptyState>
  );
}

interface OpenThreadProps extends Omit<ThreadScreenProps, 'threadId'> {
  view: ThreadView;
}

/** Shows the thread beside its summary, which overlays it on narrow screens. */
function OpenThread({ view, shownSeq, isComposing, onBack }: OpenThreadProps) {
  const { summary } = useStrings().spaces;
  const messages = useMessages(view.thread.id);
  const turn = useTurn(view.activeRuns);
  const paneRef = useRef<HTMLDivElement>(null);
  const contentRef = useRef<HTMLDivElement>(null);
  const scroll = useThreadScroll(paneRef, contentRef, messages.query.data?.items[0]?.seq ?? null);
  const folded = useFolded(view.thread.summaryThroughSeq, scroll.stay);
  const reveal = useReveal({
    paneRef,
    async load({ seq }: MessagePart) {
      if (folded.open(seq)) await nextFrame();
      const message = await messages.loadBackTo(seq);
      return message && { text: message.text, selector: `[data-seq="${seq}"] [data-body]` };
    },
  });
  const { warning, dismiss } = useFoldWarning(view.failedRuns);
  const drawer = useDrawer('precis.thread-summary');

  const isKnown = messages.query.data !== undefined;
  useEffect(() => {
    if (isKnown && shownSeq !== null) void reveal([{ seq: shownSeq, span: null }]);
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [isKnown, shownSeq]);

  return (
    <div className="flex min-h-0 min-w-0 flex-1">
      <ThreadPane
        view={view}
        messages={messages}
        turn={turn}
        paneRef={paneRef}
        contentRef={contentRef}
        scroll={scroll}
        folded={folded}
        isComposing={isComposing}
        drawer={drawer}
        onBack={onBack}
      />
      <SummaryDrawer
        view={view}
        known={messages.query.data ?? null}
        turn={turn}
        drawer={drawer}
        onReveal={(parts) => {
          drawer.uncover();
          void reveal(parts);
        }}
      />
      <Toast
        message={warning === null ? null : { title: summary.failedTitle, note: summary.failedNote }}
        onClose={dismiss}
      />
    </div>
  );
}

/** Warns of a fold that fails while the thread is open, until dismissed. Earlier failures are not shown. */
function useFoldWarning(failedRuns: readonly Run[]) {
  const failed =
    failedRuns.find(({ taskType, status }) => taskType === 'fold' && status === 'failed') ?? null;
  const [known, setKnown] = useState<{ id: RunId | null; isNews: boolean }>(() => ({
    id: failed?.id ?? null,
    isNews: false,
  }));
  if (failed !== null && failed.id !== known.id) setKnown({ id: failed.id, isNews: true });
  const dismiss = useCallback(() => setKnown((now) => ({ ...now, isNews: false })), []);
  return { warning: known.isNews ? failed : null, dismiss };
}
