import { Link } from '@tanstack/react-router';
import { ArrowDown, ChevronRight, CircleAlert } from 'lucide-react';
import { Fragment, memo, type RefObject, useId, useMemo, useRef, useState } from 'react';
import type {
  ConversationView,
  KeptTurn,
  TurnIssue,
  TurnPlace,
} from '#schema/conversations/conversations-wire.ts';
import { Button } from '#web/controls/button.tsx';
import { scrollable } from '#web/controls/layout/panes.tsx';
import { Boundary, useThreadScroll } from '#web/controls/layout/thread-pane.tsx';
import { LoadError, Skeleton } from '#web/controls/loaded.tsx';
import { Markdown } from '#web/markdown/markdown.tsx';
import { useFormats, useStrings } from '#web/strings/strings-provider.tsx';
import { nextFrame, type Part, type Reveal, useReveal } from '#web/summary-panel/passages/use-reveal.ts';
import { LedgerPart } from './ledger-part.tsx';
import { measureTurn } from './measure-memory.ts';
import type { useTurns } from './use-conversations.ts';

interface TurnsPaneProps {
  view: ConversationView;
  query: ReturnType<typeof useTurns>['query'];
  paneRef: RefObject<HTMLDivElement | null>;
  opened: OpenedReply | null;
}

/** Lists turns with the newest last. Separators show which turns the agent still has word for word. */
export function TurnsPane({ view, query, paneRef, opened }: TurnsPaneProps) {
  const { conversations: words } = useStrings();
  const turns = query.data?.pages.toReversed().flatMap((page) => page.items) ?? [];
  const contentRef = useRef<HTMLDivElement>(null);
  const { isAtEnd, goToEnd } = useThreadScroll(paneRef, contentRef, turns[0]?.number ?? null);
  const recent = view.state.conversation.recent_turns.length;
  const firstRecent = view.turns - recent + 1;
  return (
    <div className="relative flex min-h-0 flex-1 flex-col">
      <div
        ref={paneRef}
        role="group"
        aria-label={words.turns.heading}
        {...scrollable}
        className="min-h-0 flex-1 overflow-y-auto overscroll-contain [overflow-anchor:none] -outline-offset-2"
      >
        <div ref={contentRef} className="mx-auto max-w-[46rem] space-y-6 px-4 py-5 lg:px-6">
          <LoadError of={query} />
          {query.isPending ? <Skeleton shape="turns" /> : null}
          {query.hasNextPage ? (
            <div className="flex justify-center">
              <Button disabled={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
                {words.turns.earlier}
              </Button>
            </div>
          ) : null}
          {turns.map((turn, index) => (
            <Fragment key={turn.number}>
              {index === 0 && turn.number < firstRecent ? (
                <Boundary words={words.turns.folded(firstRecent - 1)} />
              ) : null}
              {turn.number === firstRecent && firstRecent > 1 ? (
                <Boundary words={words.turns.recent(recent)} />
              ) : null}
              <TurnView
                turn={turn}
                isFolded={turn.number < firstRecent}
                opened={opened?.turn === turn.number ? opened.times : 0}
              />
            </Fragment>
          ))}
          <Doing view={view} />
        </div>
      </div>
      {isAtEnd ? null : (
        <Button
          onClick={goToEnd}
          className="absolute bottom-3 left-1/2 -translate-x-1/2 rounded-full shadow-md"
        >
          <ArrowDown aria-hidden className="size-4" />
          {words.turns.jump}
        </Button>
      )}
    </div>
  );
}

function Doing({ view: { activeRuns } }: { view: ConversationView }) {
  const { doing } = useStrings().conversations.turns;
  const task = activeRuns[0]?.taskType;
  const words = task === 'turn-summary' || task === 'history-narrative' ? doing[task] : '';
  return (
    <output className="flex items-center gap-2 text-muted empty:hidden">
      {words === '' ? null : (
        <>
          <span aria-hidden className="size-2 animate-pulse rounded-full bg-accent" />
          {words}
        </>
      )}
    </output>
  );
}

interface TurnViewProps {
  turn: KeptTurn;
  /** Whether the narrative already covers the turn, which is then dimmed. */
  isFolded: boolean;
  /** Increases each time a passage of the reply is about to be shown. */
  opened: number;
}

const TurnView = memo(function TurnView({ turn, isFolded, opened }: TurnViewProps) {
  const { conversations: words, separator } = useStrings();
  const formats = useFormats();
  const label = words.turn.label(turn.number);
  const tokens = useMemo(() => measureTurn(turn), [turn]);
  return (
    <article
      data-seq={turn.number}
      data-dimmed={isFolded ? '' : undefined}
      aria-label={label + separator + formats.time(turn.createdAt)}
      className="space-y-2"
    >
      <h3 className="numeric text-xs font-medium text-muted">
        {label}
        <span className="font-normal">{separator}</span>
        <time
          dateTime={new Date(turn.createdAt).toISOString()}
          title={formats.fullTime(turn.createdAt)}
          className="font-normal"
        >
          {formats.time(turn.createdAt)}
        </time>
        <span className="font-normal">{separator + words.turn.tokens(tokens)}</span>
      </h3>
      <div className={`space-y-2 text-[0.9375rem] leading-[1.65] ${isFolded ? 'text-muted' : ''}`}>
        <div className="flex justify-end">
          <p
            dir="auto"
            aria-label={words.turn.user}
            data-body="user"
            className="max-w-[85%] rounded-2xl rounded-ee-md bg-sunken px-4 py-2.5 whitespace-pre-wrap wrap-anywhere"
          >
            {turn.user}
          </p>
        </div>
        <Reply turn={turn} opened={opened} />
      </div>
      <TurnIssues issues={turn.issues} />
      <LedgerPart ledger={turn.ledger} />
    </article>
  );
});

/** A reply with a summary shows only the summary until the user expands it. */
function Reply({ turn: { assistant, assistantSummary }, opened }: Pick<TurnViewProps, 'turn' | 'opened'>) {
  const { turn: words } = useStrings().conversations;
  const id = useId();
  const [isWhole, setWhole] = useState(false);
  const [seen, setSeen] = useState(0);
  if (opened !== seen) {
    setSeen(opened);
    if (opened > 0) setWhole(true);
  }
  if (assistantSummary === null) {
    return (
      <div data-body="assistant">
        <Markdown text={assistant} />
      </div>
    );
  }
  return (
    <div className="space-y-1">
      <p dir="auto" data-testid="reply-summary" className="wrap-anywhere">
        {assistantSummary}
      </p>
      <button
        type="button"
        aria-expanded={isWhole}
        aria-controls={id}
        onClick={() => setWhole(!isWhole)}
        className="-ms-1 flex h-7 items-center gap-1 rounded-md px-1 text-xs text-muted hover:bg-sunken hover:text-ink pointer-coarse:h-11"
      >
        <ChevronRight aria-hidden className={`size-3.5 transition-transform ${isWhole ? 'rotate-90' : ''}`} />
        {words.wholeReply}
      </button>
      <div id={id} hidden={!isWhole} data-body="assistant" className="border-s-2 border-line ps-3">
        {isWhole ? <Markdown text={assistant} /> : null}
      </div>
    </div>
  );
}

/** Tasks that failed for this turn. The turn itself is complete. */
function TurnIssues({ issues }: { issues: readonly TurnIssue[] }) {
  const { conversations, problem } = useStrings();
  const { turn: words } = conversations;
  return issues.map(({ task, code, message, runId }) => {
    const { title } = problem.describe(code, message);
    return (
      <p
        key={task}
        className="flex items-start gap-2 rounded-lg bg-caution-wash px-3 py-1.5 text-[0.8125rem]"
      >
        <CircleAlert aria-hidden className="mt-0.5 size-3.5 shrink-0 text-caution" />
        <span className="min-w-0 flex-1 wrap-anywhere">
          {words.issue[task]} <span className="text-muted">{title}</span>
        </span>
        {runId === null ? null : (
          <Link
            to="/runs"
            search={{ tab: 'runs', run: runId }}
            className="shrink-0 rounded text-accent underline-offset-2 hover:underline"
          >
            {words.openRun}
          </Link>
        )}
      </p>
    );
  });
}

/** A text range within the user's or the assistant's side of a turn. */
export type TurnPart = Part & Pick<TurnPlace, 'turn' | 'speaker'>;

/** A reply that must be shown in full. `times` distinguishes repeated requests for the same reply. */
interface OpenedReply {
  turn: number;
  times: number;
}

interface RevealingTurn {
  paneRef: RefObject<HTMLElement | null>;
  /** Loads pages back to `turn`. Null if it cannot be loaded. */
  loadBackTo(turn: number): Promise<KeptTurn | null>;
}

/** Scrolls to a turn and highlights a passage in it. A shortened reply is expanded first. */
export function useRevealTurn({ paneRef, loadBackTo }: RevealingTurn): {
  reveal: Reveal<TurnPart>;
  opened: OpenedReply | null;
} {
  const [opened, setOpened] = useState<OpenedReply | null>(null);
  const reveal = useReveal({
    paneRef,
    async load({ turn, speaker }: TurnPart) {
      const kept = await loadBackTo(turn);
      if (kept === null) return null;
      if (speaker === 'assistant' && kept.assistantSummary !== null)
        setOpened((now) => ({ turn, times: (now?.times ?? 0) + 1 }));
      // The pane restores its scroll position after it grows, so scrolling must wait one frame.
      await nextFrame();
      return { text: kept[speaker], selector: `[data-seq="${turn}"] [data-body="${speaker}"]` };
    },
  });
  return { reveal, opened };
}
