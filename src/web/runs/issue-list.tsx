import { getRouteApi, Link } from '@tanstack/react-router';
import type { IssueId } from '#schema/ids.ts';
import type { ShownIssue } from '#schema/runs/issue.ts';
import { buttonClass } from '#web/controls/button.tsx';
import { EmptyState } from '#web/controls/loaded.tsx';
import { LoadedList } from '#web/controls/loaded-list.tsx';
import { modelName } from '#web/controls/model-name.ts';
import type { Strings } from '#web/strings/en/en.ts';
import { useStrings } from '#web/strings/strings-provider.tsx';
import { useIssueList } from './runs-queries.ts';
import { subjectOf } from './source-link.tsx';
import { rowLinkClass, Table, When } from './table.tsx';

const route = getRouteApi('/runs');

export function IssueList() {
  const { issues } = useStrings();
  const { issue, kind } = route.useSearch();
  const list = useIssueList(kind ?? null);
  const empty =
    kind === undefined ? (
      <EmptyState title={issues.empty} next={issues.emptyNext} />
    ) : (
      <EmptyState title={issues.emptyFiltered(issues.kind[kind])} next="">
        <Link to="/runs" search={{ tab: 'issues' }} className={buttonClass('plain')}>
          {issues.showAll}
        </Link>
      </EmptyState>
    );
  return (
    <LoadedList of={list} empty={empty} className="px-4 py-6 lg:px-6" moreClass="flex justify-center py-5">
      {(rows) => <IssueTable issues={rows} selectedId={issue ?? null} />}
    </LoadedList>
  );
}

interface IssueTableProps {
  issues: readonly ShownIssue[];
  selectedId: IssueId | null;
}

const classes = new Map(
  Object.entries<string>({
    time: 'w-20 md:w-32 text-muted',
    kind: 'hidden w-32 xl:table-cell',
    task: 'hidden w-24 xl:table-cell',
    model: 'hidden lg:table-cell',
    message: 'hidden md:table-cell',
  }),
);

function IssueTable({ issues, selectedId }: IssueTableProps) {
  const strings = useStrings();
  const { columns } = strings.issues;
  return (
    <Table
      label={strings.runs.tabIssues}
      columns={Object.entries(columns).map(([key, label]) => ({
        key,
        label,
        className: classes.get(key) ?? '',
      }))}
      rows={issues}
      idOf={(issue) => issue.id}
      selectedId={selectedId}
      renderCell={(issue, column) => (
        <IssueCell issue={issue} column={column} isSelected={issue.id === selectedId} />
      )}
    />
  );
}

function IssueCell({
  issue,
  column,
  isSelected,
}: {
  issue: ShownIssue;
  column: string;
  isSelected: boolean;
}) {
  const strings = useStrings();
  const { about } = issue;
  switch (column) {
    case 'time':
      return <When at={issue.createdAt} />;
    case 'source':
      return <IssueLink issue={issue} isSelected={isSelected} />;
    case 'kind':
      return strings.issues.kind[issue.kind];
    case 'task':
      return about === null ? strings.none : strings.runs.task[about.taskType];
    case 'model':
      return about === null ? strings.none : (modelName(about, strings) ?? strings.none);
    default: {
      const reason = reasonOf(issue, strings);
      return <span title={reason}>{reason}</span>;
    }
  }
}

function IssueLink({ issue, isSelected }: { issue: ShownIssue; isSelected: boolean }) {
  const strings = useStrings();
  const subject = subjectOf(issue, strings);
  return (
    <>
      <Link
        to="/runs"
        search={(search) => ({ ...search, tab: 'issues', issue: issue.id, run: undefined })}
        id={`row-${issue.id}`}
        aria-current={isSelected}
        title={subject}
        className={`${rowLinkClass} font-medium`}
      >
        {subject}
      </Link>
      <span className="block truncate text-xs text-muted md:hidden">{reasonOf(issue, strings)}</span>
    </>
  );
}

function reasonOf({ kind, code, message }: ShownIssue, { issues, problem }: Strings): string {
  if (kind === 'run-cancelled') return issues.stopped;
  return problem.describe(code, message).title;
}
