import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Client } from '#client/create-client.ts';
import type { Grounding } from '#schema/runs/grounding.ts';
import type { SessionSummary, SummaryFields } from '#schema/sessions/session.ts';
import { useClient } from '#web/api/client-provider.tsx';
import { recordRef } from '#web/sessions/record-ref.ts';
import { sessionsKeys } from '#web/sessions/sessions-keys.ts';
import { mergeArrived } from '#web/summary-panel/check/merge-arrived.ts';
import { type Check, useCheck } from '#web/summary-panel/check/use-check.ts';
import { joinChecked, opinionsIn, splitGrounding } from './join-fields.ts';
import { type KnownRecords, withChanged } from './known-records.ts';

interface CheckedSummary {
  /** Null: no run made it, or it was not checked. */
  check: Check | null;
  /** All fields as one text; null: it was not checked. */
  joined: { text: string; grounding: Grounding } | null;
  /** The same, for one field. */
  ofField(name: keyof SummaryFields): { check: Check | null; grounding: Grounding | null };
}

/** A summary in a timeline with its check: verdicts are shown as they arrive, in the fields they belong to. */
export function useSummaryCheck(summary: SessionSummary): CheckedSummary {
  const stored = useMemo(() => joinChecked(summary), [summary]);
  const target =
    stored === null || summary.runId === null ? null : { kind: 'session' as const, id: summary.runId };
  const check = useCheck({
    target,
    text: stored?.text ?? '',
    onChanged: useReadSummary(summary),
    isNeeded: useIsActive(target?.id ?? null),
    before: summary.before,
  });
  const arrived = check?.arrived ?? null;
  const { joined, byField } = useMemo(() => {
    const grounding = stored && mergeArrived(stored.grounding, arrived);
    return {
      joined: stored && grounding && { text: stored.text, grounding },
      byField: grounding === null ? {} : splitGrounding(summary, grounding),
    };
    // Built anew with every render; its list is not.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [stored, summary, arrived?.opinions]);

  return {
    check,
    joined,
    ofField(name) {
      const opinions = opinionsIn(summary, name, arrived?.opinions ?? []);
      return {
        check: check && { ...check, arrived: arrived && { ...arrived, opinions } },
        grounding: byField[name] ?? null,
      };
    },
  };
}

/** Enough for the unfinished ones: those are the newest. */
const newestRuns = 50;

/** Whether a model is checking or correcting this summary now: one question for all summaries on the screen. */
function useIsActive(runId: string | null): boolean {
  const client = useClient();
  const { data = false } = useQuery({
    queryKey: sessionsKeys.activeChecks(),
    queryFn: () => listActive(client),
    select: (targets) => runId !== null && targets.includes(`session:${runId}`),
  });
  return data;
}

async function listActive({ runs }: Pick<Client, 'runs'>): Promise<string[]> {
  const pages = await Promise.all(
    (['check', 'repair'] as const).map((taskType) =>
      runs.list({ taskType, sourceKind: 'session', limit: newestRuns }),
    ),
  );
  return pages
    .flatMap(({ items }) => items)
    .flatMap(({ finishedAt, parameters }) => (finishedAt === null ? [parameters.target ?? ''] : []));
}

/** Reads one summary again, in all lists that show it. */
function useReadSummary({ id }: SessionSummary): () => Promise<void> {
  const client = useClient();
  const queryClient = useQueryClient();
  return async () => {
    const { items } = await client.sessions.records([recordRef({ kind: 'summary', id })]);
    const [record] = items;
    if (record === undefined) return;
    queryClient.setQueriesData<KnownRecords>(
      { queryKey: sessionsKeys.allRecords() },
      (known) => known && withChanged(known, record),
    );
  };
}
