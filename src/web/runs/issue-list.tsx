import { getRouteApi, Link } from '@tanstack/react-router';
import { buttonClass } from '#web/controls/button.tsx';
import { EmptyState } from '#web/controls/empty-state.tsx';
import { useStrings } from '#web/strings/strings-provider.tsx';
import { IssueTable } from './issue-table.tsx';
import { ListFrame } from './list-frame.tsx';
import { useIssueList } from './use-lists.ts';

const route = getRouteApi('/runs');

export function IssueList() {
  const { issues } = useStrings();
  const { issue, kind } = route.useSearch();
  const list = useIssueList(kind ?? null);
  const rows = list.data?.pages.flatMap((page) => page.items) ?? [];
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
    <ListFrame list={list} isEmpty={rows.length === 0} empty={empty}>
      <IssueTable issues={rows} selectedId={issue ?? null} />
    </ListFrame>
  );
}
