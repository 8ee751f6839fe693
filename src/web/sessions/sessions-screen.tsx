import { getRouteApi, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { sessionIdSchema } from '#schema/sessions/session.ts';
import type { Project } from '#schema/sessions/sessions-wire.ts';
import { ListDetail } from '#web/controls/layout/list-detail.tsx';
import { DrawerButton } from '#web/controls/layout/side-drawer.tsx';
import { useDrawer } from '#web/controls/layout/use-drawer.ts';
import { Loaded } from '#web/controls/loaded.tsx';
import { useStrings } from '#web/strings/strings-provider.tsx';
import { ContextDrawer } from './context/context-drawer.tsx';
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
  const projects = useProjects();
  const { sessionId } = useParams({ strict: false });
  const { view } = route.useSearch();
  const [isImporting, setImporting] = useState(false);
  const startImport = () => setImporting(true);
  useLiveSessions();
  return (
    <>
      <title>{`${strings.sessions.heading} – ${strings.productName}`}</title>
      <Loaded of={projects} shape="panes" className="flex-1 p-6">
        {({ items }) =>
          items.length === 0 && sessionId === undefined && view !== 'memory' ? (
            <FirstSession onImport={startImport} />
          ) : (
            <SessionsPanes projects={items} named={sessionId ?? null} onImport={startImport} />
          )
        }
      </Loaded>
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
  const context = useDrawer('precis.sessions-context');
  const contextButton = <DrawerButton drawer={context} words={words.context} />;
  return (
    <ListDetail
      resize={words.resizeProjects}
      keptAs="precis.sessions-width"
      widths={widths}
      shown="detail"
      list={<ProjectsNav projects={projects} current={project} search={search} />}
    >
      <div className="flex min-h-0 flex-1">
        {named === null ? (
          <TimelinePane
            projects={projects}
            search={search}
            contextButton={contextButton}
            onImport={onImport}
          />
        ) : (
          // A new search target gets a new view of the session.
          <SessionPane
            key={`${named} ${search.at}`}
            id={openId}
            search={search}
            contextButton={contextButton}
          />
        )}
        <ContextDrawer project={project === '' ? null : project} drawer={context} />
      </div>
    </ListDetail>
  );
}
