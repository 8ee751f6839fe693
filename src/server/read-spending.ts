import { startOfDay, startOfMonth } from '#schema/spending-period.ts';
import type { Spending, SpendingQuery } from '#schema/wire.ts';
import type { ServerPorts } from './ports.ts';

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

/** The rows by the reader's days; today and this month as the caps count them. */
export async function readSpending(
  ports: Pick<ServerPorts, 'queries' | 'settings' | 'now'>,
  { days, utcOffsetMinutes }: SpendingQuery,
): Promise<Spending> {
  const { queries, settings } = ports;
  const now = ports.now();
  const [rows, todayUsd, monthUsd, { spending }] = await Promise.all([
    queries.listSpending({ since: firstDay({ now, days, utcOffsetMinutes }), utcOffsetMinutes }),
    queries.sumCost(startOfDay(now)),
    queries.sumCost(startOfMonth(now)),
    settings.get(),
  ]);
  const paused = isReached(todayUsd, spending.dailyCapUsd) || isReached(monthUsd, spending.monthlyCapUsd);
  return { rows, todayUsd, monthUsd, paused };
}

function firstDay({ now, days, utcOffsetMinutes }: SpendingQuery & { now: number }): number {
  const offsetMs = utcOffsetMinutes * minuteMs;
  const today = Math.floor((now + offsetMs) / dayMs) * dayMs - offsetMs;
  return today - (days - 1) * dayMs;
}

function isReached(spentUsd: number, capUsd: number | null): boolean {
  return capUsd !== null && spentUsd >= capUsd;
}
