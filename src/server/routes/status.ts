import { statusRoutes } from '#schema/routes/status-routes.ts';
import type { Router } from '#server/api/router.ts';
import type { ServerPorts } from '#server/ports.ts';
import { sendEvents } from '#server/streams/send-events.ts';
import { watchChanges } from '#server/streams/watch-changes.ts';

type StatusPorts = Pick<
  ServerPorts,
  'version' | 'home' | 'storeDialect' | 'startedAt' | 'now' | 'diagnose' | 'settings' | 'bus' | 'log'
>;

export function addStatusRoutes({ answer }: Router, ports: StatusPorts): void {
  const { version, home, storeDialect: store, bus, log } = ports;
  answer(statusRoutes.health, async () => {
    // Any read will do: it fails if the database is unavailable.
    await ports.settings.get();
    const uptimeMs = Math.max(0, Math.round(ports.now() - ports.startedAt));
    return { status: 'ok' as const, version, store, uptimeMs };
  });
  answer(statusRoutes.version, () => ({ version, home }));
  answer(statusRoutes.diagnosis, () => ports.diagnose());
  answer(statusRoutes.changes, (_input, c) =>
    sendEvents(c, {
      open: (signal) => watchChanges(bus, signal),
      toEvent: (change) => ({ event: 'changed', data: change }),
      log,
    }),
  );
}
