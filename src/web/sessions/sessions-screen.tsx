import { getRouteApi, Link, useParams } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { sessionIdSchema } from '#schema/sessions/session.ts';
import type { Project } from '#schema/sessions/sessions-wire.ts';
import { ListDetail } from '#web/controls/layout/panes.tsx';
import { DrawerButton, useDrawer } from '#web/controls/layout/side-drawer.tsx';
import { Loaded } from '#web/controls/loaded.tsx';
import { useFormats, useStrings } from '#web/strings/strings-provider.tsx';
import { ContextDrawer } from './context-drawer.tsx';
import { SessionPane } from './session-pane.tsx';
import { useLiveSessions } from './use-live-sessions.ts';
import './sessions.css';
import { Check, Copy } from 'lucide-react';
import type { ImportReport } from '#schema/sessions/export-wire.ts';
import { joinNames, transcriptClientNames } from '#schema/sessions/hook-client.ts';
import { Button, IconButton } from '#web/controls/button.tsx';
import { Dialog } from '#web/controls/dialog.tsx';
import { FileWell } from '#web/controls/files/file-well.tsx';
import { ErrorNotice } from '#web/controls/problem-notice.tsx';
import { useCopy } from '#web/controls/use-copy.ts';
import { projectName, useExcluded, useProjects, useSession, useSessionActions } from './sessions-queries.ts';
import type { SessionsSearch } from './sessions-search.ts';
import { TimelinePane } from './timeline/timeline-pane.tsx';

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
          items.length === 0 && sessionId === undefined && view !== 'memory' && view !== 'audit' ? (
            <FirstSession onImport={startImport} />
          ) : (
            <SessionsPanes projects={items} named={sessionId ?? null} onImport={startImport} />
          )
        }
      </Loaded>
      {/* The first import replaces the content above, which must not unmount the dialog. */}
      {isImporting ? <ImportDialog onClose={() => setImporting(false)} /> : null}
    </>
  );
}

interface SessionsPanesProps {
  projects: readonly Project[];
  /** The session id in the URL. */
  named: string | null;
  onImport(): void;
}

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
          // A new key remounts the session when a link leads to another record.
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

const commands = { serve: 'precis serve', install: 'precis opencode install', start: 'opencode' } as const;
const steps = ['serve', 'install', 'start'] as const;

/** Empty state with three commands to get started. */
function FirstSession({ onImport }: { onImport(): void }) {
  const { first, anyOf } = useStrings().sessions;
  return (
    <div className="mx-auto flex min-h-full max-w-lg flex-col justify-center gap-5 px-5 py-12">
      <h1 className="text-center text-2xl font-semibold tracking-tight">{first.heading}</h1>
      <p className="text-center text-balance text-muted">{first.text}</p>
      <ol className="space-y-4">
        {steps.map((step, index) => (
          <li key={step} className="flex gap-3">
            <span
              aria-hidden
              className="numeric flex size-6 shrink-0 items-center justify-center rounded-full bg-accent-wash text-xs font-medium text-accent"
            >
              {index + 1}
            </span>
            <div className="min-w-0 flex-1">
              <p className="leading-6">{first.steps[step]}</p>
              <Command command={commands[step]} />
            </div>
          </li>
        ))}
      </ol>
      <div>
        <p>{first.past(joinNames(Object.values(transcriptClientNames), anyOf))}</p>
        <Command command={importCommand} />
      </div>
      <p className="flex flex-wrap items-center justify-center gap-2 text-muted">
        {first.or}
        <Button onClick={onImport}>{first.importFile}</Button>
      </p>
      <p className="flex flex-wrap items-center justify-center gap-2 text-muted">
        {first.memory}
        <Link
          to="/sessions"
          search={{ view: 'memory' }}
          className="rounded text-accent hover:underline pointer-coarse:py-3.5"
        >
          {first.openMemory}
        </Link>
      </p>
    </div>
  );
}

/** Maximum number of rejected lines listed individually. */
const toldLines = 50;

function ImportDialog({ onClose }: { onClose(): void }) {
  const { import: words, anyOf } = useStrings().sessions;
  const { importLines } = useSessionActions();
  return (
    <Dialog open title={words.heading} closeLabel={words.close} onClose={onClose}>
      {importLines.data !== undefined ? (
        <Report report={importLines.data} onDone={onClose} />
      ) : (
        <div className="space-y-4">
          <FileWell
            label={words.choose}
            hint={words.hint}
            accept=".jsonl,.ndjson,application/x-ndjson,application/jsonl"
            busy={importLines.isPending ? words.importing : null}
            onFile={(file) => importLines.mutate(file)}
          />
          <ErrorNotice error={importLines.error} />
          <div className="text-muted">
            <p>{words.fromClients(joinNames(Object.values(transcriptClientNames), anyOf))}</p>
            <Command command={importCommand} />
          </div>
        </div>
      )}
    </Dialog>
  );
}

function Report({ report, onDone }: { report: ImportReport; onDone(): void }) {
  const { import: words } = useStrings().sessions;
  const doneRef = useRef<HTMLButtonElement>(null);
  useEffect(() => doneRef.current?.focus(), []);
  return (
    <div className="space-y-4">
      <output className="block text-base">{words.report(report)}</output>
      {report.refused.length === 0 ? null : (
        <div className="text-muted">
          <p>{words.refused(report.refused.length)}</p>
          <ul className="mt-1 max-h-40 list-disc overflow-y-auto ps-5 wrap-anywhere">
            {report.refused.slice(0, toldLines).map(({ line, reason }) => (
              <li key={line}>{words.refusedLine(line, reason)}</li>
            ))}
          </ul>
        </div>
      )}
      <div className="flex justify-end">
        <Button look="primary" ref={doneRef} onClick={onDone}>
          {words.done}
        </Button>
      </div>
    </div>
  );
}

const importCommand = 'precis clients import';

function Command({ command }: { command: string }) {
  const { first, context } = useStrings().sessions;
  const { copied, hasFailed, copy } = useCopy();
  const Icon = copied ? Check : Copy;
  return (
    <>
      <div className="mt-1 flex items-center gap-1 rounded-md border border-line bg-surface py-1 ps-3 pe-1">
        <code className="min-w-0 flex-1 font-mono text-[0.8125rem] wrap-anywhere select-all">{command}</code>
        <IconButton label={copied ? first.copied : first.copy(command)} onClick={() => void copy(command)}>
          <Icon aria-hidden className="size-4" />
        </IconButton>
      </div>
      {hasFailed ? <p className="mt-1 text-xs text-caution">{context.copyFailed}</p> : null}
    </>
  );
}

interface ProjectsNavProps {
  projects: readonly Project[];
  /** Null means all projects. */
  current: string | null;
  search: SessionsSearch;
}

/** Lists projects, most recently used first. */
function ProjectsNav({ projects, current, search }: ProjectsNavProps) {
  const { projects: words } = useStrings().sessions;
  const { project: _, at: __, view, ...others } = search;
  const rest: SessionsSearch = view === 'memory' ? { ...others, view } : others;
  const { data: excluded = [] } = useExcluded();
  const total = projects.reduce((sum, { sessions }) => sum + sessions, 0);
  return (
    <nav aria-label={words.heading} className="min-h-0 flex-1 overflow-y-auto bg-paper px-2 py-2.5">
      <ul className="space-y-px">
        <ProjectRow project={null} count={total} isCurrent={current === null} search={rest} />
        {projects.map((one) => (
          <ProjectRow
            key={one.project}
            project={one.project}
            count={one.sessions}
            told={one}
            isCurrent={one.project === current}
            isExcluded={excluded.includes(one.project)}
            search={{ ...rest, project: one.project }}
          />
        ))}
      </ul>
    </nav>
  );
}

interface ProjectRowProps {
  project: string | null;
  count: number;
  told?: Project;
  isCurrent: boolean;
  isExcluded?: boolean;
  search: SessionsSearch;
}

function ProjectRow(props: ProjectRowProps) {
  const { project, count, told, isCurrent, isExcluded = false, search } = props;
  const { sessions: words } = useStrings();
  const formats = useFormats();
  const name = projectName(project, words);
  return (
    <li>
      <Link
        to="/sessions"
        search={search}
        preload={false}
        aria-current={isCurrent ? 'page' : undefined}
        title={told === undefined ? name : `${name}\n${words.projects.counts(told)}`}
        className={`block rounded-md px-2.5 py-1.5 -outline-offset-2 pointer-coarse:py-2.5 ${
          isCurrent ? 'bg-accent-wash text-accent' : 'hover:bg-sunken'
        }`}
      >
        <span className={`block truncate ${isCurrent || project === null ? 'font-medium' : ''}`}>{name}</span>
        <span className={`numeric flex gap-2 text-xs ${isCurrent ? '' : 'text-muted'}`}>
          <span className="min-w-0 flex-1 truncate">{words.projects.sessions(count)}</span>
          {told === undefined ? null : (
            <span>{isExcluded ? words.projects.excluded : formats.age(told.lastAt)}</span>
          )}
        </span>
      </Link>
    </li>
  );
}
