import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { ChevronLeft, LoaderCircle, Trash2 } from 'lucide-react';
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import type { Run } from '#schema/runs/run.ts';
import type { Session, SessionId } from '#schema/sessions/session.ts';
import { useClient } from '#web/api/client-provider.tsx';
import { Button, buttonClass, IconButton } from '#web/controls/button.tsx';
import { Segmented } from '#web/controls/choice.tsx';
import { ConfirmDialog } from '#web/controls/dialog.tsx';
import { EmptyState, Loaded } from '#web/controls/loaded.tsx';
import { ErrorNotice, ProblemNotice } from '#web/controls/problem-notice.tsx';
import { ChangesPane } from '#web/sessions/changes/changes-pane.tsx';
import { recordRef } from '#web/sessions/timeline/known-records.ts';
import { TurnList } from '#web/sessions/timeline/turn-list.tsx';
import { useTimeline } from '#web/sessions/timeline/use-timeline.ts';
import { useFormats, useStrings } from '#web/strings/strings-provider.tsx';
import { GivenSection } from './given-section.tsx';
import { projectName, sessionsKeys, useSession, useSessionActions } from './sessions-queries.ts';
import type { SessionsSearch } from './sessions-search.ts';

interface SessionPaneProps {
  /** Null if the URL names no session. */
  id: SessionId | null;
  search: SessionsSearch;
  contextButton: ReactNode;
}

export function SessionPane({ id, search, contextButton }: SessionPaneProps) {
  const { sessions } = useStrings();
  const query = useSession(id);
  const { at, view, ...back } = search;
  const gone = (
    <EmptyState title={sessions.session.gone} next={sessions.session.goneNext}>
      <Link to="/sessions" search={back} className={buttonClass('plain')}>
        {sessions.back}
      </Link>
    </EmptyState>
  );
  if (id === null) return gone;
  return (
    <Loaded of={query} gone={gone} shape="turns" className="flex-1 p-6">
      {(session) => (
        <OpenSession
          session={session}
          back={back}
          sought={at ?? null}
          // A link to a record opens the turns, because only they show records.
          view={at === undefined && view === 'changes' ? view : 'turns'}
          contextButton={contextButton}
        />
      )}
    </Loaded>
  );
}

interface OpenSessionProps {
  session: Session;
  back: SessionsSearch;
  sought: string | null;
  view: View;
  contextButton: ReactNode;
}

const views = ['turns', 'changes'] as const;
type View = (typeof views)[number];

/** Shows all records of one session, or the changes that it made. */
function OpenSession({ session, back, sought, view, contextButton }: OpenSessionProps) {
  const { sessions } = useStrings();
  const navigate = useNavigate();
  const timeline = useTimeline({ sessionDbId: session.id });
  const paneRef = useRef<HTMLDivElement>(null);
  const summarizing = useSummarize(session);
  useSought({ timeline, paneRef, sought });
  return (
    <section
      aria-label={sessions.session.heading}
      className="flex min-h-0 min-w-0 flex-1 flex-col bg-surface"
    >
      <SessionHead session={session} back={back}>
        <Segmented
          label={sessions.session.view}
          value={view}
          options={views.map((value) => ({ value, label: sessions.session.views[value] }))}
          onChoose={(next) =>
            void navigate({
              to: '/sessions/$sessionId',
              params: { sessionId: String(session.id) },
              search: next === 'changes' ? { ...back, view: next } : back,
              replace: true,
            })
          }
        />
        <SummarizeButton summarizing={summarizing} />
        {contextButton}
      </SessionHead>
      <div ref={paneRef} data-scroller className="min-h-0 flex-1 overflow-y-auto px-4 pb-6 lg:px-6">
        <div className="mx-auto max-w-[56rem]">
          <div className="empty:hidden [&:not(:empty)]:py-3">
            <SummarizeOutcome session={session} summarizing={summarizing} />
          </div>
          <GivenSection id={session.id} search={back} />
          {view === 'changes' ? (
            <ChangesPane timeline={timeline} />
          ) : (
            <TurnList
              timeline={timeline}
              sought={sought}
              empty={<EmptyState title={sessions.timeline.empty} next={sessions.timeline.emptyNext} />}
            />
          )}
        </div>
      </div>
    </section>
  );
}

interface SessionHeadProps {
  session: Session;
  back: SessionsSearch;
  children: ReactNode;
}

function SessionHead({ session, back, children }: SessionHeadProps) {
  const { sessions, separator } = useStrings();
  const { session: words } = sessions;
  const formats = useFormats();
  const navigate = useNavigate();
  const { remove } = useSessionActions();
  const [isDeleting, setDeleting] = useState(false);
  const headingRef = useRef<HTMLHeadingElement>(null);
  // Moving the focus makes a screen reader announce the session, and Tab continue here.
  useEffect(() => headingRef.current?.focus(), []);
  return (
    <header className="flex flex-wrap items-center gap-x-1 gap-y-1.5 border-b border-line px-3 py-2 lg:px-5">
      <Link
        to="/sessions"
        search={back}
        preload={false}
        aria-label={sessions.back}
        title={sessions.back}
        className={`${buttonClass('quiet')} px-1.5`}
      >
        <ChevronLeft aria-hidden className="size-5" />
      </Link>
      <div className="min-w-0 flex-[1_1_12rem]">
        <h1 ref={headingRef} tabIndex={-1} className="truncate text-base font-semibold outline-none">
          {words.title(formats.fullTime(session.startedAt))}
        </h1>
        <p className="truncate text-xs text-muted">
          {[
            projectName(session.project, sessions),
            words.status[session.status],
            words.prompts(session.promptCount),
          ].join(separator)}
        </p>
      </div>
      <div className="ms-auto flex flex-wrap items-center justify-end gap-1.5">
        {children}
        <IconButton label={words.delete} onClick={() => setDeleting(true)}>
          <Trash2 aria-hidden className="size-4" />
        </IconButton>
      </div>
      {isDeleting ? (
        <ConfirmDialog
          title={words.deleteSure}
          note={words.deleteNote}
          yes={words.deleteYes}
          onConfirm={async () => {
            await remove.mutateAsync(session.id);
            await navigate({ to: '/sessions', search: back, replace: true });
          }}
          onClose={() => setDeleting(false)}
        />
      ) : null}
    </header>
  );
}

interface Seeking {
  timeline: Pick<
    ReturnType<typeof useTimeline>,
    'shown' | 'hasMore' | 'isLoadingMore' | 'moreError' | 'loadMore'
  >;
  paneRef: RefObject<HTMLElement | null>;
  sought: string | null;
}

/** Loads older records until the target is found, then scrolls to it once. */
function useSought({ timeline, paneRef, sought }: Seeking): void {
  const { shown, hasMore, isLoadingMore, moreError, loadMore } = timeline;
  const found = useRef<string | null>(null);
  useEffect(() => {
    if (sought === null || shown === null || found.current === sought) return;
    const isThere = shown.some((record) => recordRef(record) === sought);
    if (!isThere) {
      if (hasMore && !isLoadingMore && moreError === null) void loadMore();
      return;
    }
    found.current = sought;
    const element = paneRef.current?.querySelector(`[data-ref="${sought}"]`);
    element?.scrollIntoView({ block: 'center' });
    element?.setAttribute('data-sought', '');
  }, [sought, shown, hasMore, isLoadingMore, moreError, loadMore, paneRef]);
}

type Summarizing = ReturnType<typeof useSummarize>;

/** Shows the progress of the run that the button started in place of the button. */
function SummarizeButton({ summarizing }: { summarizing: Summarizing }) {
  const { session: words } = useStrings().sessions;
  const client = useClient();
  const { summarize, lastRun, isRunning } = summarizing;
  if (!isRunning || lastRun === null) {
    return (
      <Button disabled={summarize.isPending} onClick={() => summarize.mutate()}>
        {words.summarize}
      </Button>
    );
  }
  return (
    <>
      <output className="flex items-center gap-1.5 text-xs whitespace-nowrap text-muted">
        <LoaderCircle aria-hidden className="size-3.5 animate-spin" />
        {words.summarizing}
      </output>
      <Button onClick={() => void client.runs.cancel(lastRun.id).catch(() => undefined)}>{words.stop}</Button>
    </>
  );
}

/** The result of the last attempt, unless a new summary shows it. */
function SummarizeOutcome({ session, summarizing }: { session: Session; summarizing: Summarizing }) {
  const { sessions, problem } = useStrings();
  const { session: words } = sessions;
  const { summarize, lastRun, isRunning } = summarizing;
  if (isRunning) return null;
  if (summarize.error !== null) return <ErrorNotice error={summarize.error} tone="caution" />;
  if (lastRun?.status === 'failed' && lastRun.errorCode !== null) {
    return (
      <ProblemNotice
        problem={{ code: lastRun.errorCode, message: lastRun.errorMessage ?? '' }}
        tone="caution"
        note={words.failed}
      >
        <Button onClick={() => summarize.mutate()}>{problem.retry}</Button>
        <Link to="/runs" search={{ tab: 'runs', run: lastRun.id }} className={buttonClass('plain')}>
          {words.openRun}
        </Link>
      </ProblemNotice>
    );
  }
  const told = summarize.data;
  // The message refers to the session's earlier state.
  if (told === undefined || told === 'queued' || session.updatedAt > summarize.submittedAt) return null;
  return (
    <output className="block rounded-md bg-sunken px-3 py-2 text-[0.8125rem]">
      {told === 'up-to-date' ? words.upToDate : words.skipped[told]}
    </output>
  );
}

/** Summarizes the newest turn on request, and reports how the session's last run went. */
function useSummarize({ id, contentSessionId }: Session) {
  const client = useClient();
  const queryClient = useQueryClient();
  const queryKey = sessionsKeys.lastRun(id);
  const { data: lastRun = null } = useQuery({
    queryKey,
    queryFn: async () =>
      (
        await client.runs.list({
          // Without this filter, checks of the session's summaries would be listed too.
          taskType: 'session',
          sourceKind: 'session',
          sourceId: String(id),
          limit: 1,
        })
      ).items[0] ?? null,
  });

  const summarize = useMutation({
    mutationFn: async () => {
      const answer = await client.sessions.summarize(contentSessionId);
      if (answer.status === 'skipped') return answer.reason;
      await queryClient.invalidateQueries({ queryKey });
      // If the turn has not changed since its last summary, the server starts no new run.
      const run = queryClient.getQueryData<Run | null>(queryKey);
      return run?.id === lastRun?.id && run?.status === 'succeeded' ? 'up-to-date' : 'queued';
    },
  });

  const isRunning = lastRun?.status === 'queued' || lastRun?.status === 'running';
  return { summarize, lastRun, isRunning };
}
