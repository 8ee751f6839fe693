import { Link, useNavigate } from '@tanstack/react-router';
import { ChevronLeft, Trash2 } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { Session, SessionId } from '#schema/sessions/session.ts';
import { buttonClass } from '#web/controls/button.tsx';
import { ConfirmDialog } from '#web/controls/confirm-dialog.tsx';
import { EmptyState } from '#web/controls/empty-state.tsx';
import { IconButton } from '#web/controls/icon-button.tsx';
import { Loaded } from '#web/controls/loaded.tsx';
import { Segmented } from '#web/controls/segmented.tsx';
import { ChangesPane } from '#web/sessions/changes/changes-pane.tsx';
import { projectName } from '#web/sessions/project-name.ts';
import { useSessionActions } from '#web/sessions/session-actions.ts';
import type { SessionsSearch } from '#web/sessions/sessions-search.ts';
import { TurnList } from '#web/sessions/timeline/turn-list.tsx';
import { useSought } from '#web/sessions/timeline/use-sought.ts';
import { useTimeline } from '#web/sessions/timeline/use-timeline.ts';
import { useSession } from '#web/sessions/use-sessions.ts';
import { useFormats, useStrings } from '#web/strings/strings-provider.tsx';
import { SummarizeButton, SummarizeOutcome } from './summarize-now.tsx';
import { useSummarize } from './use-summarize.ts';

interface SessionPaneProps {
  /** Null: the URL names none. */
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
          // A record is found among the turns.
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

/** All records of one session: prompts, observations and summaries; or what they changed. */
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
  // A new place on the screen: the next Tab starts here, and a screen reader announces it.
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
