import { getRouteApi } from '@tanstack/react-router';
import { EmptyState } from '#web/controls/empty-state.tsx';
import { useStrings } from '#web/strings/strings-provider.tsx';
import { IssueTable } from './issue-table.tsx';
import { ListFrame } from './list-frame.tsx';
import { useIssueList } from './use-lists.ts';

const route = getRouteApi('/runs');

export function IssueList() {
  const { issues } = useStrings();
  const { issue } = route.useSearch();
  const list = useIssueList();
  const rows = list.data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <ListFrame
      list={list}
      isEmpty={rows.length === 0}
      empty={<EmptyState title={issues.empty} next={issues.emptyNext} />}
    >
      <IssueTable issues={rows} selectedId={issue ?? null} />
    </ListFrame>
  );
}
