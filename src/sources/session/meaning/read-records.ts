import type { SubmitRequest } from '#engine/define-task.ts';
import type { Log, Model } from '#engine/ports.ts';
import { AppError } from '#schema/app-error.ts';
import { backOff } from '#schema/back-off.ts';
import type { ModelProfileId, RunId } from '#schema/ids.ts';
import type { Run } from '#schema/runs/run.ts';
import { recordKinds } from '#schema/sessions/session.ts';
import type { MeaningStore, RecordName } from './ports.ts';

export interface ReadingPorts {
  store: MeaningStore;
  /** Sorted newest first. */
  listRuns(): Promise<Run[]>;
  submit(request: SubmitRequest): Promise<unknown>;
  cancelRun(id: RunId): Promise<unknown>;
  now(): number;
  log: Log;
}

/** The model that the settings choose, or null if search by meaning is off. */
export type Chosen = { id: ModelProfileId; key: string; profile: Model['profile'] } | null;

/** `later`: nothing to do until the settings or the database change. */
export type NextStep = 'at-once' | 'soon' | 'later';

/** Limited because the vectors of a run are stored in one transaction. */
const recordsPerRun = 256;
/** Fewer new records than this wait and are read together. Search by words finds them meanwhile. */
const few = 32;
const fewEveryMs = 10 * 60_000;
/** Delay after a failure. It doubles after each further one. */
const firstWaitMs = 60_000;
const longestWaitMs = 3_600_000;
const forgottenAtOnce = 500;

/**
 * Has the chosen model read the records that it has not read yet, one run after the other, and deletes the vectors of
 * other models. All state is in the database, so a killed process continues where it stopped.
 */
export function createReading(ports: ReadingPorts) {
  const { store, log } = ports;
  const walk = createWalk(store);
  let tidyFor: string | null | undefined;

  /** Returns true if there are more vectors to delete. */
  async function tidy(chosen: Chosen): Promise<boolean> {
    const key = chosen?.key ?? null;
    if (tidyFor === key) return false;
    for (const run of await ports.listRuns())
      if (isUnfinished(run) && run.route[0] !== chosen?.id) await ports.cancelRun(run.id);
    if ((await store.forgetOthers(key, forgottenAtOnce)) === forgottenAtOnce) return true;
    tidyFor = key;
    return false;
  }

  async function read({ id, key }: NonNullable<Chosen>): Promise<void> {
    const runs = await ports.listRuns();
    const [last] = runs;
    if (last !== undefined && (isUnfinished(last) || ports.now() < waitUntil(runs))) return;
    const records = await walk(key, recordsPerRun);
    if (records.length === 0) return;
    const isSoon = last?.status === 'succeeded' && ports.now() - (last.finishedAt ?? 0) < fewEveryMs;
    // A model that has not read anything yet starts at once.
    if (records.length < few && isSoon && (await store.measure(key)) !== null) return;
    await ports.submit({
      taskType: 'embedding',
      source: { kind: 'text', id: 'records', title: 'Records of coding sessions' },
      agentId: 'search',
      trigger: 'auto',
      route: [id],
      input: { sourceText: '', subject: { records } },
    });
  }

  return {
    /** Runs one step and returns when the next one should run. */
    async step(chosen: Chosen): Promise<NextStep> {
      if (await tidy(chosen)) return 'at-once';
      if (chosen === null || !(await store.canCompare())) return 'later';
      try {
        await read(chosen);
      } catch (error) {
        // Reading continues when the day or the month ends, or the cap is raised.
        if (!(error instanceof AppError) || error.code !== 'spending_capped') throw error;
        log.debug({}, 'records are not read for search: the spending cap is reached');
      }
      return 'soon';
    },
  };
}

function isUnfinished({ status }: Pick<Run, 'status'>): boolean {
  return status === 'queued' || status === 'running';
}

/** When to try again after the newest runs failed. */
function waitUntil(runs: readonly Run[]): number {
  const firstGood = runs.findIndex(({ status }) => status === 'succeeded');
  const failures = firstGood === -1 ? runs.length : firstGood;
  if (failures === 0) return 0;
  return (runs[0]?.finishedAt ?? 0) + backOff(failures - 1, { firstMs: firstWaitMs, maxMs: longestWaitMs });
}

const perWindow = 500;
/** Limits the work of one step. */
const mostWindows = 20;
const top = Number.MAX_SAFE_INTEGER;

/**
 * Finds records that a model has not read: first among the newest, then in older windows, continuing where the last
 * search ended and starting over at the end. No list of unread records has to be updated when a record arrives.
 */
function createWalk(store: Pick<MeaningStore, 'listUnread'>) {
  let place = { kind: 0, below: top };

  return async (model: string, wanted: number): Promise<RecordName[]> => {
    const found = new Map<string, RecordName>();
    const add = (records: readonly RecordName[]) => {
      for (const record of records) found.set(`${record.kind} ${record.id}`, record);
    };
    const look = (kind: number, below: number) =>
      store.listUnread({ kind: recordKinds[kind] ?? 'prompt', model, below, limit: perWindow });
    for (const kind of recordKinds.keys()) add((await look(kind, top)).unread);
    for (let windows = 0; windows < mostWindows && found.size < wanted; windows += 1) {
      const { unread, next } = await look(place.kind, place.below);
      add(unread);
      // Keeps the place, so that the next search finds the records that do not fit.
      if (found.size > wanted) break;
      place =
        next === null
          ? { kind: (place.kind + 1) % recordKinds.length, below: top }
          : { ...place, below: next };
    }
    return [...found.values()].slice(0, wanted);
  };
}
