import { nap } from '#engine/nap.ts';
import { AppError } from '#schema/app-error.ts';
import { backOff, withJitter } from '#schema/back-off.ts';
import type { ConversationId } from '#schema/conversations/conversations-wire.ts';
import type { ConversationsPorts, Lease, LeaseResult } from './ports.ts';

/** A dead process keeps its conversation locked for at most this long. */
const leaseMs = 15_000;
const renewEveryMs = 3000;
const naps = { firstMs: 20, maxMs: 500, growth: 1.5 };
/** After waiting this long for other processes, the caller gets an error that asks it to retry. */
const longestWaitMs = 300_000;

type From = Pick<ConversationsPorts, 'store' | 'clock' | 'log' | 'newId' | 'workerId'>;

export interface HeldLease
  extends Lease,
    Pick<Extract<LeaseResult, { kind: 'leased' }>, 'state' | 'revision'> {
  takenOver: boolean;
  /** Aborts when the lease is lost or the program stops. */
  signal: AbortSignal;
}

/**
 * Waits until no other process is adding a turn to this conversation, then holds the lease while `work` runs. Null if
 * the lease was lost in the meantime.
 */
export async function holdLease<T>(
  ports: From,
  { id, signal }: { id: ConversationId; signal: AbortSignal },
  work: (held: HeldLease) => Promise<T | null>,
): Promise<T | null> {
  const { store, log } = ports;
  const lease: Lease = { id, token: ports.newId() };
  const leased = await waitForLease(ports, lease, signal);
  const lost = new AbortController();
  const stopRenewing = keepAlive(ports, lease, () =>
    lost.abort(new AppError('conflict', 'Another process took over this conversation. Send the turn again.')),
  );
  try {
    return await work({ ...lease, ...leased, signal: AbortSignal.any([signal, lost.signal]) });
  } catch (error) {
    if (lost.signal.aborted && !signal.aborted) return null;
    throw error;
  } finally {
    await stopRenewing();
    await store
      .releaseLease(lease)
      .catch((error: unknown) => log.warn({ err: error }, 'lease could not be released; it will expire'));
  }
}

async function waitForLease(
  ports: From,
  lease: Lease,
  signal: AbortSignal,
): Promise<Extract<LeaseResult, { kind: 'leased' }>> {
  const { store, clock, workerId } = ports;
  const beganAt = clock.now();
  for (let tries = 0; ; tries++) {
    signal.throwIfAborted();
    const at = clock.now();
    const result = await store.takeLease({ ...lease, workerId, at, until: at + leaseMs });
    if (result.kind === 'leased') return result;
    if (at - beganAt > longestWaitMs) throw tooBusy();
    // The random delay gives every waiting process a chance.
    await nap(ports.clock, withJitter(backOff(tries, naps)), signal);
  }
}

function keepAlive({ store, clock, log }: From, lease: Lease, onLost: () => void): () => Promise<void> {
  let stopped = false;
  let stopTimer = () => {};
  let renewing: Promise<void> = Promise.resolve();

  async function renew(): Promise<void> {
    try {
      if (!(await store.renewLease({ ...lease, until: clock.now() + leaseMs }))) return onLost();
    } catch (error) {
      log.warn({ err: error }, 'lease could not be renewed; will retry');
    }
    schedule();
  }

  function schedule(): void {
    if (stopped) return;
    stopTimer = clock.after(renewEveryMs, () => {
      renewing = renew();
    });
  }

  schedule();
  return async () => {
    stopped = true;
    stopTimer();
    await renewing;
  };
}

function tooBusy(): AppError {
  return new AppError(
    'conflict',
    'Other turns of this conversation are still being processed. Send the turn again.',
    {
      retryAfterMs: naps.maxMs,
    },
  );
}
