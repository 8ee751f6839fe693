import { AppError } from '#schema/app-error.ts';
import { keysLeftOutHeader } from '#schema/headers.ts';
import {
  agentRoutes,
  modelRoutes,
  settingsRoutes,
  spendingRoutes,
  storageRoutes,
  templateRoutes,
} from '#schema/routes/settings-routes.ts';
import { startOfDay, startOfMonth } from '#schema/runs/spending-period.ts';
import type { Spending, SpendingQuery } from '#schema/wire.ts';
import type { Router } from '#server/api/router.ts';
import type { ServerPorts } from '#server/ports.ts';

type SettingsPorts = Pick<
  ServerPorts,
  'profiles' | 'agents' | 'settings' | 'templates' | 'storage' | 'queries' | 'now'
>;

export function addSettingsRoutes({ answer }: Router, ports: SettingsPorts): void {
  const { profiles, agents, settings, templates, storage } = ports;
  answer(settingsRoutes.get, () => settings.get());
  answer(settingsRoutes.patch, ({ body }) => settings.patch(body));

  answer(modelRoutes.list, () => profiles.list());
  answer(modelRoutes.get, ({ id }) => profiles.get(id));
  answer(modelRoutes.put, ({ id, body }) => {
    if (body.id === id) return profiles.put(body);
    throw new AppError('invalid_input', `id: “${body.id}” in the body does not match “${id}” in the URL.`);
  });
  answer(modelRoutes.remove, ({ id, query }) => profiles.remove(id, query.replacement));
  answer(modelRoutes.test, ({ id, query }) => profiles.test(id, query.as));
  answer(modelRoutes.available, ({ body }) => profiles.listAvailable(body));

  answer(agentRoutes.list, () => agents.list());
  answer(agentRoutes.get, ({ id }) => agents.get(id));
  answer(agentRoutes.put, ({ id, body }) => agents.put(id, body));
  answer(agentRoutes.remove, ({ id, query }) => agents.remove(id, query.replacement));
  answer(agentRoutes.exportConfig, async ({ id }, c) => {
    const { config, keysLeftOut } = await agents.exportConfig(id);
    c.header('Content-Disposition', `attachment; filename="${id}.json"`);
    if (keysLeftOut.length > 0) c.header(keysLeftOutHeader, keysLeftOut.join(','));
    return config;
  });
  answer(agentRoutes.test, ({ id, body }) => agents.test(id, body.part));

  answer(templateRoutes.list, () => templates.list());
  answer(templateRoutes.get, ({ id }) => templates.get(id));
  answer(templateRoutes.preview, ({ id, body }) => templates.preview(id, body.parameters));
  answer(templateRoutes.source, ({ id, query }) => templates.source(id, query.origin));
  answer(templateRoutes.check, ({ id, body }) => templates.check(id, body.text));
  answer(templateRoutes.save, ({ id, body }) => templates.save(id, body));
  answer(templateRoutes.remove, ({ id }) => templates.remove(id));
  answer(templateRoutes.restore, ({ id }) => templates.restore(id));

  answer(spendingRoutes.get, ({ query }) => readSpending(ports, query));
  answer(storageRoutes.get, () => storage.measure());
  answer(storageRoutes.clear, ({ body }) => storage.clear(body.what));
}

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

/** Reads spending. The rows are by the reader's days; today and this month are those that the caps count. */
async function readSpending(
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
