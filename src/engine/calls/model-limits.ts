import { nap } from '#engine/nap.ts';
import type { CallRequest, Clock, EnginePorts, Model, PlaceRequest } from '#engine/ports.ts';
import { RunStopped } from '#engine/stop-reason.ts';
import type { ModelProfileId } from '#schema/ids.ts';
import type { Run } from '#schema/runs/run.ts';

/** It is unknown when a place becomes free. */
const placeNapMs = 250;
/** A run that waits longer than this for the minute to pass may be overtaken; checking again is fair. */
const callNapMs = 1000;

type Limits = Pick<PlaceRequest, 'concurrency' | 'at' | 'aliveSince'> &
  Pick<CallRequest, 'requestsPerMinute'>;

interface Caller {
  ports: EnginePorts;
  run: Run;
  signal: AbortSignal;
  /** The profile whose limit has counted the next call already. */
  grantedCall: ModelProfileId | null;
}

/** A model that cannot be opened has no known limits and is not called. */
export function limitsOf(model: Model | null, clock: Clock): Limits {
  const at = clock.now();
  return {
    concurrency: model?.profile.concurrency ?? null,
    requestsPerMinute: model?.profile.requestsPerMinute ?? null,
    at,
    aliveSince: at - silentMs,
  };
}

/** Waits for a place among the runs that ask the fallback. The one of the primary came with the start, and is left. */
export async function takePlace({ ports, run, signal }: Caller, model: Model): Promise<void> {
  for (;;) {
    const place = { runId: run.id, attempt: run.attempt, profileId: model.profile.id };
    const result = await ports.store.takePlace({ ...place, ...limitsOf(model, ports.clock) });
    if (result === 'taken') return;
    if (result === 'lost') throw new RunStopped('lost');
    await nap(ports.clock, placeNapMs, signal);
    signal.throwIfAborted();
  }
}

/** Waits until the model may be called once more in this minute. The first call came with the start. */
export async function takeCall(context: Caller, model: Model): Promise<void> {
  const { ports, signal } = context;
  const profileId = model.profile.id;
  const isGranted = context.grantedCall === profileId;
  context.grantedCall = null;
  while (!isGranted) {
    const waitMs = await ports.store.takeCall({ profileId, ...limitsOf(model, ports.clock) });
    if (waitMs === 0) return;
    await nap(ports.clock, Math.min(waitMs, callNapMs), signal);
    signal.throwIfAborted();
  }
}

/** A worker silent for this long is dead, even on a machine whose processes we cannot see. */
export const silentMs = 30_000;
