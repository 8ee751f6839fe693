import { Link } from '@tanstack/react-router';
import type { IssueId } from '#schema/ids.ts';
import type { Issue } from '#schema/issue.ts';
import { useStrings } from '#web/strings/strings-provider.tsx';
import { rowLinkClass, Table } from './table.tsx';
import { When } from './when.tsx';

interface IssueTableProps {
  issues: readonly Issue[];
  selectedId: IssueId | null;
}

const classes: Record<string, string> = {
  time: 'w-20 md:w-32 text-muted',
  kind: 'hidden w-40 md:table-cell',
};

export function IssueTable({ issues, selectedId }: IssueTableProps) {
  const strings = useStrings();
  const { columns, kind } = strings.issues;
  return (
    <Table
      label={strings.runs.tabIssues}
      columns={Object.entries(columns).map(([key, label]) => ({ key, label, className: classes[key] ?? '' }))}
      rows={issues}
      idOf={(issue) => issue.id}
      selectedId={selectedId}
      renderCell={(issue, column) => {
        if (column === 'time') return <When at={issue.createdAt} />;
        if (column === 'kind') return kind[issue.kind];
        return <IssueLink issue={issue} isSelected={issue.id === selectedId} />;
      }}
    />
  );
}

function IssueLink({ issue, isSelected }: { issue: Issue; isSelected: boolean }) {
  const strings = useStrings();
  const { title } = strings.problem.describe(issue.code, issue.message);
  return (
    <>
      <Link
        to="/runs"
        search={(search) => ({ ...search, tab: 'issues', issue: issue.id, run: undefined })}
        id={`row-${issue.id}`}
        aria-current={isSelected}
        title={title}
        className={rowLinkClass}
      >
        {title}
      </Link>
      <span className="block truncate text-xs text-muted md:hidden">{strings.issues.kind[issue.kind]}</span>
    </>
  );
}
