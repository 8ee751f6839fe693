import { Link } from '@tanstack/react-router';
import type { Project } from '#schema/sessions/sessions-wire.ts';
import { projectName } from '#web/sessions/project-name.ts';
import type { SessionsSearch } from '#web/sessions/sessions-search.ts';
import { useExcluded } from '#web/sessions/use-sessions.ts';
import { useFormats, useStrings } from '#web/strings/strings-provider.tsx';

interface ProjectsNavProps {
  projects: readonly Project[];
  /** Null: all projects. */
  current: string | null;
  search: SessionsSearch;
}

/** Most recently used first. */
export function ProjectsNav({ projects, current, search }: ProjectsNavProps) {
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
  /** Number of sessions. */
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
