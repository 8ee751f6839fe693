import type { EnginePorts } from '#engine/ports.ts';
import { AppError } from '#schema/app-error.ts';
import { startOfDay, startOfMonth } from '#schema/spending-period.ts';

/** Automatic runs pause over a cap; manual runs continue. */
export async function refuseOverCap({
  store,
  getCurrentSettings,
  clock,
}: Pick<EnginePorts, 'store' | 'getCurrentSettings' | 'clock'>): Promise<void> {
  const { dailyCapUsd, monthlyCapUsd } = (await getCurrentSettings()).spending;
  const now = clock.now();
  if (dailyCapUsd !== null) await refuse(startOfDay(now), dailyCapUsd, 'today');
  if (monthlyCapUsd !== null) await refuse(startOfMonth(now), monthlyCapUsd, 'this month');

  async function refuse(since: number, capUsd: number, when: string): Promise<void> {
    const spentUsd = await store.sumCost(since);
    if (spentUsd < capUsd) return;
    const message = `Automatic runs are paused: $${spentUsd.toFixed(2)} of the $${capUsd.toFixed(2)} cap for ${when} has been spent.`;
    throw new AppError('spending_capped', message);
  }
}
