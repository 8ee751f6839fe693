import { nap } from '#engine/nap.ts';
import type { CallRequest, Clock, EnginePorts, Model, PlaceRequest } from '#engine/ports.ts';
import { RunStopped } from '#engine/stop-reason.ts';
import type { ModelProfileId } from '#schema/ids.ts';
import type { Run } from '#schema/runs/run.ts';

/** The pause between two attempts to get a place, because nothing tells when a place becomes free. */
const placeNapMs = 250;
/** The longest pause before the limit of requests per minute is checked again. */
const callNapMs = 1000;

type Limits = Pick<PlaceRequest, 'concurrency' | 'at' | 'aliveSince'> &
  Pick<CallRequest, 'requestsPerMinute'>;

interface Caller {
  ports: EnginePorts;
  run: Run;
  signal: AbortSignal;
  /** The profile whose limit has already counted the next call. */
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

/**
 * Waits for a place among the runs that call the fallback model. The place at the primary model, which came with the
 * start, is given up.
 */
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

/**
 * Waits until the model may be called once more in this minute. The start of the run has already counted the first
 * call.
 */
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

/** A worker that is silent for this long is dead, even on a machine whose processes cannot be seen. */
export const silentMs = 30_000;
