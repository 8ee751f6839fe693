import { getRouteApi, Link } from '@tanstack/react-router';
import { buttonClass } from '#web/controls/button.tsx';
import { EmptyState } from '#web/controls/empty-state.tsx';
import { LoadedList } from '#web/controls/loaded-list.tsx';
import { useIssueList } from '#web/runs/use-lists.ts';
import { useStrings } from '#web/strings/strings-provider.tsx';
import { IssueTable } from './issue-table.tsx';

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
