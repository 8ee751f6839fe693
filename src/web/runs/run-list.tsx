import { getRouteApi, Link } from '@tanstack/react-router';
import { buttonClass } from '#web/controls/button.tsx';
import { EmptyState } from '#web/controls/empty-state.tsx';
import { useStrings } from '#web/strings/strings-provider.tsx';
import { ListFrame } from './list-frame.tsx';
import { RunTable } from './run-table.tsx';
import { useRunList } from './use-lists.ts';

const route = getRouteApi('/runs');

export function RunList() {
  const { runs } = useStrings();
  const { status, run } = route.useSearch();
  const list = useRunList(status ?? null);
  const rows = list.data?.pages.flatMap((page) => page.items) ?? [];
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
    <ListFrame list={list} isEmpty={rows.length === 0} empty={empty}>
      <RunTable runs={rows} selectedId={run ?? null} />
    </ListFrame>
  );
}
