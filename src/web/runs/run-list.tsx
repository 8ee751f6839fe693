import { getRouteApi, Link } from '@tanstack/react-router';
import type { RunId } from '#schema/ids.ts';
import type { Run } from '#schema/runs/run.ts';
import { buttonClass } from '#web/controls/button.tsx';
import { EmptyState } from '#web/controls/loaded.tsx';
import { LoadedList } from '#web/controls/loaded-list.tsx';
import { modelName } from '#web/controls/model-name.ts';
import { useFormats, useStrings } from '#web/strings/strings-provider.tsx';
import { useRunList } from './runs-queries.ts';
import { rowLinkClass, StatusMark, Table, When } from './table.tsx';

const route = getRouteApi('/runs');

export function RunList() {
  const { runs } = useStrings();
  const { status, run } = route.useSearch();
  const list = useRunList(status ?? null);
  const empty =
    status === undefined ? (
      <EmptyState title={runs.empty} next={runs.emptyNext}>
        <Link to="/" className={buttonClass('primary')}>
          {runs.emptyAction}
        </Link>
      </EmptyState>
    ) : (
      <EmptyState title={runs.emptyFiltered(runs.status[status])} next="">
        <Link to="/runs" search={{ tab: 'runs' }} className={buttonClass('plain')}>
          {runs.showAll}
        </Link>
      </EmptyState>
    );
  return (
    <LoadedList of={list} empty={empty} className="px-4 py-6 lg:px-6" moreClass="flex justify-center py-5">
      {(rows) => <RunTable runs={rows} selectedId={run ?? null} />}
    </LoadedList>
  );
}

interface RunTableProps {
  runs: readonly Run[];
  selectedId: RunId | null;
}

const numbers = new Set(['duration', 'tokens', 'cost']);

const classes = new Map(
  Object.entries<string>({
    time: 'w-20 md:w-32 text-muted',
    task: 'hidden w-24 2xl:table-cell',
    model: 'hidden md:table-cell',
    status: 'w-28 md:w-32',
    duration: 'hidden w-20 xl:table-cell',
    tokens: 'hidden w-20 xl:table-cell',
    cost: 'hidden w-24 xl:table-cell',
  }),
);

function RunTable({ runs, selectedId }: RunTableProps) {
  const strings = useStrings();
  const { columns, heading } = strings.runs;
  return (
    <Table
      label={heading}
      columns={Object.entries(columns).map(([key, label]) => ({
        key,
        label,
        className: classes.get(key) ?? '',
        isNumber: numbers.has(key),
      }))}
      rows={runs}
      idOf={(run) => run.id}
      selectedId={selectedId}
      renderCell={(run, column) => <RunCell run={run} column={column} isSelected={run.id === selectedId} />}
    />
  );
}

interface RunCellProps {
  run: Run;
  column: string;
  isSelected: boolean;
}

function RunCell({ run, column, isSelected }: RunCellProps) {
  const strings = useStrings();
  const formats = useFormats();
  const { usage, durationMs } = run;
  switch (column) {
    case 'time':
      return <When at={run.createdAt} />;
    case 'task':
      return strings.runs.task[run.taskType];
    case 'source':
      return <SourceLink run={run} isSelected={isSelected} />;
    case 'model':
      return modelName(run, strings) ?? strings.none;
    case 'status':
      return <StatusMark status={run.status} />;
    case 'duration':
      return durationMs === null ? strings.none : formats.duration(durationMs);
    case 'tokens':
      return usage === null ? strings.none : formats.number(usage.inputTokens + usage.outputTokens);
    case 'cost':
      return usage === null || usage.costUsd === null ? strings.none : formats.cost(usage.costUsd);
    default:
      return null;
  }
}

function SourceLink({ run, isSelected }: { run: Run; isSelected: boolean }) {
  const strings = useStrings();
  const { title } = run.source;
  // On screens that hide the task column, checks and repairs would look like the summary they concern.
  const isAboutSummary = run.taskType === 'check' || run.taskType === 'repair';
  return (
    <>
      {isAboutSummary ? (
        <span className="text-muted 2xl:hidden">
          {strings.runs.task[run.taskType]}
          {strings.separator}
        </span>
      ) : null}
      <Link
        to="/runs"
        search={(search) => ({ ...search, tab: 'runs', run: run.id, issue: undefined })}
        id={`row-${run.id}`}
        aria-current={isSelected}
        className={`${rowLinkClass} ${title === null ? 'text-muted' : 'font-medium'}`}
      >
        {title ?? strings.runs.untitled}
      </Link>
      <span className="block truncate text-xs text-muted md:hidden">{modelName(run, strings)}</span>
    </>
  );
}
