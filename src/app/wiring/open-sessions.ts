import { randomUUID } from 'node:crypto';
import type { Engine } from '#engine/create-engine.ts';
import type { Tasks } from '#engine/define-task.ts';
import type { Bus, Clock, Log, PreparedRun, RunStore, SweepName } from '#engine/ports.ts';
import { summaryRoute } from '#schema/named-in-settings.ts';
import { findLibraryCards } from '#sources/library/search-library.ts';
import { createSessions, type Sessions } from '#sources/session/create-sessions.ts';
import type { SearchByMeaning, SummaryOrder } from '#sources/session/ports.ts';
import { createSessionTask } from '#sources/session/tasks/session-summary.ts';
import type { Store } from '#store/store.ts';
import { languageDisplayName } from '#text/language/language-names.ts';
import type { createCheckPlan } from './open-checks.ts';
import { checkProjectFiles, readGuides } from './project-files.ts';
import { createSessionEvents } from './session-events.ts';
import { hashText, systemClock } from './system-ports.ts';

interface Parts {
  store: Store;
  engine: Pick<Engine, 'prepare' | 'cancel'>;
  tasks: Tasks;
  bus: Bus;
  log: Log;
  planAfter: ReturnType<typeof createCheckPlan>;
  searchMeaning: SearchByMeaning;
}

export function openSessions(parts: Parts): Sessions {
  const { store, engine, tasks, bus, log, planAfter, searchMeaning } = parts;
  tasks.add(createSessionTask({ store: store.sessions, bus, planAfter }));
  return createSessions({
    store: store.sessions,
    memories: store.memories,
    checkFiles: checkProjectFiles,
    readGuides,
    projects: store.projects,
    deliveries: store.deliveries,
    events: createSessionEvents({ bus, store: store.sessions, clock: systemClock, log }),
    prepareSummary: (order) => prepareSummary(parts, order),
    cancelRun: (id) => engine.cancel(id),
    searchLibrary: (query) => findLibraryCards(store, query),
    searchMeaning,
    getSettings: async () => (await store.configuration.getSettings()).sessions,
    clock: systemClock,
    timer: systemClock,
    log,
    newId: randomUUID,
    hash: hashText,
  });
}

/**
 * Prepares a run that counts as automatic and pauses over a spending cap, because a program asks for it after each
 * turn.
 */
async function prepareSummary(
  { store, engine }: Parts,
  { session, input, sourceText }: SummaryOrder,
): Promise<PreparedRun> {
  const { summaryAgent } = await store.configuration.getSettings();
  const language = await store.projects.getLanguage(session.project);
  return engine.prepare({
    taskType: 'session',
    source: {
      kind: 'session',
      id: String(session.id),
      title: session.project === '' ? null : session.project,
    },
    agentId: 'session',
    trigger: 'auto',
    route: summaryRoute(summaryAgent),
    ...(language === null ? {} : { parameters: { summaryLanguage: languageDisplayName(language) } }),
    input: { sourceText, subject: input },
  });
}

const firstSweepMs = 60_000;
const sweepEveryMs = 3_600_000;
const quietEveryMs = 300_000;

interface SweepParts {
  store: Pick<RunStore, 'claimSweep'>;
  clock: Clock;
  log: Log;
}

/**
 * Periodically deletes sessions past their retention and summarizes turns whose sender is gone. One process does this
 * for all. The returned function stops it.
 */
export function startSessionSweep(
  sessions: Pick<Sessions, 'sweep' | 'summarizeQuiet'>,
  parts: SweepParts,
): () => Promise<void> {
  const stops = [
    startSweep({ name: 'sessions', everyMs: sweepEveryMs, sweep: () => sessions.sweep() }, parts),
    startSweep(
      { name: 'quiet-sessions', everyMs: quietEveryMs, sweep: () => sessions.summarizeQuiet() },
      parts,
    ),
  ];
  return async () => void (await Promise.all(stops.map((stop) => stop())));
}

function startSweep(
  { name, everyMs, sweep }: { name: SweepName; everyMs: number; sweep(): Promise<void> },
  { store, clock, log }: SweepParts,
): () => Promise<void> {
  let sweeping: Promise<void> = Promise.resolve();
  let isStopped = false;
  let stopTimer = clock.after(firstSweepMs, start);

  async function sweepOnce(): Promise<void> {
    if (await store.claimSweep({ name, at: clock.now(), everyMs })) await sweep();
  }

  function start(): void {
    sweeping = sweepOnce()
      .catch((error: unknown) => log.error({ err: error, sweep: name }, 'session sweep failed; will retry'))
      .finally(() => {
        if (!isStopped) stopTimer = clock.after(everyMs, start);
      });
  }

  return async () => {
    isStopped = true;
    stopTimer();
    await sweeping;
  };
}
