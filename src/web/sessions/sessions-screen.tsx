import { getRouteApi, useParams } from '@tanstack/react-router';
import { type CSSProperties, useState } from 'react';
import { toAppError } from '#schema/app-error.ts';
import { sessionIdSchema } from '#schema/sessions/session.ts';
import type { Project } from '#schema/sessions/sessions-wire.ts';
import { Button } from '#web/controls/button.tsx';
import { useSheet } from '#web/controls/layout/use-sheet.ts';
import { useWide } from '#web/controls/layout/use-wide.ts';
import { ProblemNotice } from '#web/controls/problem-notice.tsx';
import { Splitter } from '#web/controls/splitter.tsx';
import { useKeptSize } from '#web/kept/use-kept-size.ts';
import { useKeptState } from '#web/kept/use-kept-state.ts';
import { useStrings } from '#web/strings/strings-provider.tsx';
import { ContextButton, ContextDrawer } from './context/context-drawer.tsx';
import { FirstSession } from './first-session.tsx';
import { useLiveSessions } from './live/use-live-sessions.ts';
import { ImportDialog } from './projects/import-dialog.tsx';
import { ProjectsNav } from './projects/projects-nav.tsx';
import { SessionPane } from './session/session-pane.tsx';
import './sessions.css';
import { TimelinePane } from './timeline/timeline-pane.tsx';
import { useProjects, useSession } from './use-sessions.ts';

const route = getRouteApi('/sessions');
const widths = { initial: 220, min: 160, max: 400 };

export function SessionsScreen() {
  const strings = useStrings();
  const { data, error, refetch } = useProjects();
  const { sessionId } = useParams({ strict: false });
  const [isImporting, setImporting] = useState(false);
  const startImport = () => setImporting(true);
  useLiveSessions();
  return (
    <>
      <title>{`${strings.sessions.heading} – ${strings.productName}`}</title>
      {data !== undefined ? (
        data.items.length === 0 && sessionId === undefined ? (
          <FirstSession onImport={startImport} />
        ) : (
          <SessionsPanes projects={data.items} named={sessionId ?? null} onImport={startImport} />
        )
      ) : error === null ? null : (
        <div className="p-6">
          <ProblemNotice problem={toAppError(error)}>
            <Button onClick={() => void refetch()}>{strings.problem.retry}</Button>
          </ProblemNotice>
        </div>
      )}
      {/* Kept here because the first import replaces everything below. */}
      {isImporting ? <ImportDialog onClose={() => setImporting(false)} /> : null}
    </>
  );
}

interface SessionsPanesProps {
  projects: readonly Project[];
  /** The session named by the URL. */
  named: string | null;
  onImport(): void;
}

/** Projects, their history, and the context given to the next session. */
function SessionsPanes({ projects, named, onImport }: SessionsPanesProps) {
  const { sessions: words } = useStrings();
  const search = route.useSearch();
  const openId = named === null ? null : (sessionIdSchema.safeParse(Number(named)).data ?? null);
  const { data: session } = useSession(openId);
  const project = session?.project ?? search.project ?? null;
  const [width, setWidth] = useKeptSize({ key: 'precis.sessions-width', ...widths });
  const context = useContextShown();
  const contextButton = (
    <ContextButton isShown={context.isShown} onToggle={() => context.show(!context.isShown)} />
  );
  return (
    <div className="flex h-full">
      <div
        style={{ '--width': `${width}px` } as CSSProperties}
        className="hidden min-w-0 flex-col lg:flex lg:w-(--width) lg:flex-none"
      >
        <ProjectsNav projects={projects} current={project} search={search} />
      </div>
      <Splitter
        label={words.resizeProjects}
        orientation="vertical"
        size={width}
        {...widths}
        onResize={setWidth}
        className="hidden lg:block"
      />
      {named === null ? (
        <TimelinePane projects={projects} search={search} contextButton={contextButton} onImport={onImport} />
      ) : (
        // A new search target gets a new view of the session.
        <SessionPane
          key={`${named} ${search.at}`}
          id={openId}
          search={search}
          contextButton={contextButton}
        />
      )}
      <ContextDrawer
        project={project === '' ? null : project}
        isOpen={context.isShown}
        isBeside={context.isBeside}
        onClose={() => context.show(false)}
      />
    </div>
  );
}

/** Beside the timeline it keeps its state; as an overlay it is opened explicitly each time. */
function useContextShown() {
  const isBeside = useWide();
  const [kept, setKept] = useKeptState<'open' | 'closed'>({
    key: 'precis.sessions-context',
    area: 'local',
    parse: (stored) => (stored === 'closed' ? 'closed' : 'open'),
  });
  const sheet = useSheet(isBeside);
  return {
    isBeside,
    isShown: isBeside ? kept === 'open' : sheet.isOpen,
    show: (next: boolean) => (isBeside ? setKept(next ? 'open' : 'closed') : sheet.setOpen(next)),
  };
}
