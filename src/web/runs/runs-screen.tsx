import { getRouteApi } from '@tanstack/react-router';
import { Tabs } from 'radix-ui';
import { useState } from 'react';
import { toAppError } from '#schema/app-error.ts';
import { type Issue, issueKinds } from '#schema/runs/issue.ts';
import { type RunStatus, runStatuses } from '#schema/runs/run.ts';
import { useIssueCount } from '#web/api/queries.ts';
import { Button } from '#web/controls/button.tsx';
import { Picker } from '#web/controls/choice.tsx';
import { useFormats, useStrings } from '#web/strings/strings-provider.tsx';
import { IssueDetail } from './issue-detail.tsx';
import { IssueList } from './issue-list.tsx';
import { RunDetail } from './run-detail.tsx';
import { RunList } from './run-list.tsx';
import { useClearIssues } from './runs-queries.ts';
import type { RunsSearch } from './runs-search.ts';

const route = getRouteApi('/runs');

export function RunsScreen() {
  const strings = useStrings();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const issueCount = useIssueCount();
  const failureCount = issueCount?.failures ?? null;
  const { opening, order } = useOpeningTab(failureCount);
  const tab = search.tab ?? opening;
  const isOpen = search.run !== undefined || search.issue !== undefined;

  function close(): void {
    const { run, issue, ...rest } = search;
    void navigate({ search: { ...rest, ...(tab === null ? {} : { tab }) } }).then(() => {
      document.getElementById(`row-${run ?? issue}`)?.focus();
    });
  }

  return (
    <div className="flex h-full min-h-0">
      <title>{`${strings.runs.heading} – ${strings.productName}`}</title>
      <Tabs.Root
        value={tab ?? ''}
        onValueChange={(value) => void navigate({ search: { tab: value as RunsSearch['tab'] } })}
        className={`flex min-w-0 flex-1 flex-col ${isOpen ? 'max-lg:hidden' : ''}`}
      >
        <header className="px-4 pt-5 lg:px-6">
          <h1 className="text-xl font-semibold">{strings.runs.heading}</h1>
          <div className="mt-3 flex min-h-10 flex-wrap items-center justify-between gap-x-3">
            <Tabs.List aria-label={strings.runs.heading} className="-ms-2 flex gap-1">
              {order.map((value) => (
                <TabButton key={value} value={value} count={value === 'issues' ? failureCount : null} />
              ))}
            </Tabs.List>
            {tab === 'issues' ? (
              <div className="flex items-center gap-2">
                <ClearIssues count={issueCount?.total ?? 0} onCleared={close} />
                <KindFilter kind={search.kind} />
              </div>
            ) : null}
            {tab === 'runs' ? <StatusFilter status={search.status} /> : null}
          </div>
        </header>
        <Tabs.Content
          value="runs"
          tabIndex={-1}
          className="min-h-0 flex-1 overflow-y-auto border-t border-line"
        >
          <RunList />
        </Tabs.Content>
        <Tabs.Content
          value="issues"
          tabIndex={-1}
          className="min-h-0 flex-1 overflow-y-auto border-t border-line"
        >
          <IssueList />
        </Tabs.Content>
      </Tabs.Root>
      {search.run !== undefined ? <RunDetail key={search.run} id={search.run} onClose={close} /> : null}
      {search.run === undefined && search.issue !== undefined ? (
        <IssueDetail key={search.issue} id={search.issue} onClose={close} />
      ) : null}
    </div>
  );
}

function TabButton({ value, count }: { value: 'runs' | 'issues'; count: number | null }) {
  const { runs } = useStrings();
  const formats = useFormats();
  return (
    <Tabs.Trigger
      value={value}
      className="-mb-px inline-flex h-10 items-center pointer-coarse:h-11 gap-1.5 border-b-2 border-transparent px-2 text-muted hover:text-ink data-[state=active]:border-accent data-[state=active]:font-medium data-[state=active]:text-ink"
    >
      {value === 'runs' ? runs.tabRuns : runs.tabIssues}
      {count === null || count === 0 ? null : (
        <span className="numeric rounded-full bg-danger-wash px-1.5 text-xs leading-5 text-danger">
          {formats.number(count)}
        </span>
      )}
    </Tabs.Trigger>
  );
}

function StatusFilter({ status }: { status: RunStatus | undefined }) {
  const { runs } = useStrings();
  const navigate = route.useNavigate();
  return (
    <Picker<RunStatus | 'all'>
      label={runs.filter}
      value={status ?? 'all'}
      options={[
        { value: 'all', label: runs.all },
        ...runStatuses.map((value) => ({ value, label: runs.status[value] })),
      ]}
      onChoose={(value) =>
        void navigate({ search: { tab: 'runs', ...(value === 'all' ? {} : { status: value }) } })
      }
      className="w-36"
    />
  );
}

function KindFilter({ kind }: { kind: Issue['kind'] | undefined }) {
  const { issues, runs } = useStrings();
  const navigate = route.useNavigate();
  return (
    <Picker<Issue['kind'] | 'all'>
      label={issues.filter}
      value={kind ?? 'all'}
      options={[
        { value: 'all', label: runs.all },
        ...issueKinds.map((value) => ({ value, label: issues.kind[value] })),
      ]}
      onChoose={(value) =>
        void navigate({ search: { tab: 'issues', ...(value === 'all' ? {} : { kind: value }) } })
      }
      className="w-36"
    />
  );
}

type Tab = 'runs' | 'issues';

/**
 * The issues tab comes first if there are issues. The order is fixed once their number is known, so that tabs do not
 * move under the pointer.
 */
function useOpeningTab(issueCount: number | null): { opening: Tab | null; order: readonly Tab[] } {
  const [opening, setOpening] = useState<Tab | null>(null);
  const known = issueCount === null ? null : issueCount > 0 ? 'issues' : 'runs';
  if (opening === null && known !== null) setOpening(known);
  const first = opening ?? known;
  return { opening: first, order: first === 'issues' ? ['issues', 'runs'] : ['runs', 'issues'] };
}

/** Asks once, inline, before it deletes all issues. */
function ClearIssues({ count, onCleared }: { count: number; onCleared(): void }) {
  const { issues, problem } = useStrings();
  const [asking, setAsking] = useState(false);
  const clear = useClearIssues();
  if (count === 0) return null;
  if (!asking) {
    return (
      <Button look="quiet" onClick={() => setAsking(true)}>
        {issues.clear}
      </Button>
    );
  }
  const failed = clear.error === null ? null : toAppError(clear.error);
  return (
    <div className="flex items-center gap-2">
      <span className="max-sm:sr-only">
        {failed === null ? issues.clearSure(count) : problem.describe(failed.code, failed.message).title}
      </span>
      <Button
        disabled={clear.isPending}
        onClick={() =>
          clear.mutate(undefined, {
            onSuccess: () => {
              setAsking(false);
              onCleared();
            },
          })
        }
      >
        {issues.clearYes}
      </Button>
      <Button look="quiet" onClick={() => setAsking(false)}>
        {issues.clearNo}
      </Button>
    </div>
  );
}
