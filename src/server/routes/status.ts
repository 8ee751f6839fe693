import type { Bus } from '#engine/ports.ts';
import { withJitter } from '#schema/back-off.ts';
import { changeKinds } from '#schema/change-kinds.ts';
import { statusRoutes } from '#schema/routes/status-routes.ts';
import type { Change } from '#schema/wire.ts';
import type { Router } from '#server/api/router.ts';
import { sendEvents } from '#server/http/event-stream.ts';
import type { ServerPorts } from '#server/ports.ts';

type StatusPorts = Pick<
  ServerPorts,
  'version' | 'home' | 'storeDialect' | 'startedAt' | 'now' | 'diagnose' | 'settings' | 'bus' | 'log'
>;

export function addStatusRoutes({ answer }: Router, ports: StatusPorts): void {
  const { version, home, storeDialect: store, bus, log } = ports;
  answer(statusRoutes.health, async () => {
    // Any read shows whether the database is available, because it fails if not.
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

/** A list that changes all the time is reloaded at this interval and not at every change. */
const shortestGatherMs = 500;
/** With this interval per reader, all readers together get some 400 notices a second. */
const gatherMsPerReader = 2.5;
let readers = 0;

/** Varies the time, so that the readers do not all reload at the same moment. */
function gatherMs(): number {
  return withJitter(Math.max(shortestGatherMs, readers * gatherMsPerReader));
}

/** The hints are the same objects for all readers, so that each is serialized once. */
const hints = Object.fromEntries(changeKinds.map((what) => [what, { what }])) as Record<
  Change['what'],
  Change
>;

type Source = Pick<Bus, 'subscribe'>;

interface Shared {
  tell: Set<(change: Change) => void>;
  unsubscribe(): void;
}

const shared = new WeakMap<Source, Shared>();

/**
 * Shares one subscription between all readers, because the bus has hundreds of messages a second and few are for
 * tabs.
 */
function join(bus: Source, tell: (change: Change) => void): () => void {
  const known = shared.get(bus) ?? subscribe(bus);
  shared.set(bus, known);
  known.tell.add(tell);
  return () => {
    known.tell.delete(tell);
    if (known.tell.size > 0) return;
    known.unsubscribe();
    shared.delete(bus);
  };
}

function subscribe(bus: Source): Shared {
  const tell = new Set<(change: Change) => void>();
  const unsubscribe = bus.subscribe((message) => {
    if (message.kind === 'changed') for (const each of tell) each(hints[message.what]);
  });
  return { tell, unsubscribe };
}

/** Yields what changed since the last batch. Each kind is listed once, however often it changed. */
export async function* watchChanges(bus: Source, signal: AbortSignal): AsyncGenerator<Change[]> {
  const changed = new Set<Change>();
  let wake = () => {};
  let endPause = () => {};
  const onAbort = () => {
    wake();
    endPause();
  };
  const pause = (ms: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      endPause = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  const leave = join(bus, (change) => {
    changed.add(change);
    wake();
  });
  signal.addEventListener('abort', onAbort, { once: true });
  readers += 1;
  try {
    while (!signal.aborted) {
      const changes = [...changed];
      changed.clear();
      if (changes.length > 0) {
        yield changes;
        if (!signal.aborted) await pause(gatherMs());
        continue;
      }
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  } finally {
    readers -= 1;
    leave();
    signal.removeEventListener('abort', onAbort);
  }
}
