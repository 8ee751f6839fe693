import { Link, useNavigate } from '@tanstack/react-router';
import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import type { Project } from '#schema/sessions/sessions-wire.ts';
import { Button } from '#web/controls/button.tsx';
import { Picker, Segmented } from '#web/controls/choice.tsx';
import { ownsKeys } from '#web/controls/keys.ts';
import { EmptyState } from '#web/controls/loaded.tsx';
import { SearchField } from '#web/controls/search-field.tsx';
import { ActivityChart } from '#web/sessions/activity-chart.tsx';
import { AuditPane } from '#web/sessions/audit-pane.tsx';
import { HitList } from '#web/sessions/hit-list.tsx';
import { MemoryPane } from '#web/sessions/memory-pane.tsx';
import { ProjectMenu } from '#web/sessions/project-menu.tsx';
import { projectName } from '#web/sessions/sessions-queries.ts';
import {
  type HitType,
  hitTypes,
  isFiltered,
  isSearching,
  type SessionsSearch,
  scopeOf,
  withoutFilters,
} from '#web/sessions/sessions-search.ts';
import { useFormats, useStrings } from '#web/strings/strings-provider.tsx';
import { TurnList } from './turn-list.tsx';
import { type SessionSpan, useTimeline } from './use-timeline.ts';

const views = ['timeline', 'memory', 'audit'] as const;

interface TimelinePaneProps {
  projects: readonly Project[];
  search: SessionsSearch;
  /** The button that shows or hides the context. */
  contextButton: ReactNode;
  onImport(): void;
}

export function TimelinePane({ projects, search, contextButton, onImport }: TimelinePaneProps) {
  const { sessions } = useStrings();
  const navigate = useNavigate();
  const searchRef = useRef<HTMLInputElement>(null);
  useSearchKey(searchRef);
  const project = search.project ?? null;
  const shown = views.find((view) => view === search.view) ?? 'timeline';
  const isTimeline = shown === 'timeline';
  const go = (next: SessionsSearch) => void navigate({ to: '/sessions', search: next, replace: true });

  return (
    <section
      aria-label={isTimeline ? sessions.timeline.heading : sessions.memories.views[shown]}
      className="flex min-h-0 min-w-0 flex-1 flex-col bg-surface"
    >
      <header className="space-y-2 border-b border-line px-4 pt-2.5 pb-2.5 lg:px-6">
        <div className="flex h-8 items-center gap-1">
          <h1
            className="min-w-0 flex-1 truncate text-base font-semibold"
            title={projectName(project, sessions)}
          >
            <span className="max-lg:sr-only">{projectName(project, sessions)}</span>
            <ProjectPicker
              projects={projects}
              project={project}
              onChoose={(next) => go(withProject(search, next))}
            />
          </h1>
          {contextButton}
          <ProjectMenu project={project} projects={projects} onImport={onImport} />
        </div>
        <div className="flex flex-wrap items-center gap-2">
          <Segmented
            label={sessions.session.view}
            value={shown}
            options={views.map((value) => ({ value, label: sessions.memories.views[value] }))}
            onChoose={(view) => {
              const { view: _, ...rest } = search;
              go(view === 'timeline' ? rest : { ...rest, view });
            }}
          />
          {!isTimeline ? null : (
            <>
              <div className="flex min-w-40 flex-1">
                <SearchField
                  placeholder={sessions.timeline.searchPlaceholder}
                  query={search.q ?? ''}
                  onSearch={(q) => {
                    const { q: _, ...rest } = search;
                    go(q === '' ? rest : { ...rest, q });
                  }}
                  inputRef={searchRef}
                />
              </div>
              <SearchFilters search={search} onChange={go} />
            </>
          )}
        </div>
      </header>
      <div data-scroller className="min-h-0 flex-1 overflow-y-auto px-4 pb-6 lg:px-6">
        <div className="mx-auto max-w-[56rem]">
          {shown === 'memory' ? <MemoryPane key={project} project={project} projects={projects} /> : null}
          {shown === 'audit' ? <AuditPane key={project} project={project} /> : null}
          {isTimeline && isSearching(search) ? <HitList search={search} /> : null}
          {!isTimeline || isSearching(search) ? null : (
            <>
              <ActivityChart search={search} />
              <Timeline key={JSON.stringify(scopeOf(search))} search={search} onClear={go} />
            </>
          )}
        </div>
      </div>
    </section>
  );
}

interface TimelineProps {
  search: SessionsSearch;
  onClear(search: SessionsSearch): void;
}

function Timeline({ search, onClear }: TimelineProps) {
  const { timeline: words, search: filterWords } = useStrings().sessions;
  const timeline = useTimeline(scopeOf(search));
  const empty = isFiltered(search) ? (
    <EmptyState title={words.emptyFiltered} next={words.emptyFilteredNext}>
      <Button onClick={() => onClear(withoutFilters(search))}>{filterWords.clear}</Button>
    </EmptyState>
  ) : (
    <EmptyState title={words.empty} next={words.emptyNext} />
  );
  return (
    <TurnList
      timeline={timeline}
      renderSpan={(span) => <SpanHead span={span} search={search} />}
      sought={null}
      empty={empty}
    />
  );
}

/** Names and links the session of the turns below it. */
function SpanHead({ span, search }: { span: SessionSpan; search: SessionsSearch }) {
  const { sessions, separator } = useStrings();
  const formats = useFormats();
  const [from, to] = [formats.hour(span.from), formats.hour(span.to)];
  const name = projectName(span.project, sessions);
  return (
    <div className="flex items-baseline gap-2 pt-4 pb-1 text-[0.8125rem]">
      <h3 className="min-w-0 truncate font-medium">
        {search.project === undefined ? name : sessions.session.heading}
        <span className="numeric font-normal text-muted">
          {[
            '',
            from === to ? from : sessions.timeline.span(from, to),
            sessions.timeline.turns(span.turns.length),
          ].join(separator)}
        </span>
      </h3>
      <Link
        to="/sessions/$sessionId"
        params={{ sessionId: String(span.sessionId) }}
        search={search}
        preload={false}
        className="ms-auto shrink-0 rounded text-xs text-accent hover:underline pointer-coarse:py-3.5"
      >
        {sessions.timeline.openSession}
      </Link>
    </div>
  );
}

interface ProjectPickerProps {
  projects: readonly Project[];
  project: string | null;
  onChoose(project: string | null): void;
}

/** Replaces the project list on narrow screens. */
function ProjectPicker({ projects, project, onChoose }: ProjectPickerProps) {
  const { sessions } = useStrings();
  const known = projects.some((one) => one.project === project) || project === null;
  const names = [...(known ? [] : [project]), ...projects.map((one) => one.project)];
  return (
    <Picker
      label={sessions.projects.heading}
      value={project === null ? 'all' : `of ${project}`}
      options={[
        { value: 'all', label: sessions.projects.all },
        ...names.map((name) => ({ value: `of ${name}`, label: projectName(name, sessions) })),
      ]}
      onChoose={(value) => onChoose(value === 'all' ? null : value.slice('of '.length))}
      className="w-full font-normal lg:hidden"
    />
  );
}

function withProject(search: SessionsSearch, project: string | null): SessionsSearch {
  const { project: _, at: __, ...rest } = search;
  return project === null ? rest : { ...rest, project };
}

/** The "/" key focuses the screen's search field. */
function useSearchKey(inputRef: RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    function press(event: KeyboardEvent): void {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented)
        return;
      const target = event.target instanceof Element ? event.target : document.body;
      if (ownsKeys(target)) return;
      event.preventDefault();
      inputRef.current?.focus();
    }
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [inputRef]);
}

interface SearchFiltersProps {
  search: SessionsSearch;
  onChange(search: SessionsSearch): void;
}

/** Filters by record type and dates. The project is selected in the list beside them. */
function SearchFilters({ search, onChange }: SearchFiltersProps) {
  const { search: words } = useStrings().sessions;
  const { type, ...others } = search;
  return (
    <>
      <Picker<HitType | 'any'>
        label={words.type}
        value={type ?? 'any'}
        options={[
          { value: 'any', label: words.anyType },
          ...hitTypes.map((value) => ({ value, label: words.types[value] })),
        ]}
        onChoose={(next) => onChange(next === 'any' ? others : { ...others, type: next })}
        className="w-32"
      />
      {isSearching(search) || isFiltered(search) ? (
        <div className="flex flex-wrap items-center gap-2">
          {(['from', 'to'] as const).map((edge) => (
            <DayField
              key={edge}
              label={words[edge]}
              day={search[edge]}
              onDay={(day) => {
                const { [edge]: _, ...without } = search;
                onChange(day === '' ? without : { ...without, [edge]: day });
              }}
            />
          ))}
          {isFiltered(search) ? (
            <Button
              look="quiet"
              onClick={() => onChange(withoutFilters(search))}
              className="px-2 font-normal text-muted"
            >
              {words.clear}
            </Button>
          ) : null}
        </div>
      ) : null}
    </>
  );
}

interface DayFieldProps {
  label: string;
  day: string | undefined;
  onDay(day: string): void;
}

function DayField({ label, day, onDay }: DayFieldProps) {
  return (
    <label className="flex items-center gap-1.5 text-xs text-muted">
      {label}
      <input
        type="date"
        value={day ?? ''}
        onChange={(event) => onDay(event.target.value)}
        className="h-8 rounded-md border border-edge/60 bg-surface px-2 text-[0.8125rem] text-ink pointer-coarse:h-11"
      />
    </label>
  );
}
