import { getRouteApi, Link } from '@tanstack/react-router';
import { buttonClass } from '#web/controls/button.tsx';
import { EmptyState } from '#web/controls/empty-state.tsx';
import { LoadedList } from '#web/controls/loaded-list.tsx';
import { useStrings } from '#web/strings/strings-provider.tsx';
import { RunTable } from './run-table.tsx';
import { useRunList } from './use-lists.ts';

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
