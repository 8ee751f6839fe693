import type { KeptAnswer, KeyStore } from '#engine/key-store.ts';
import type { Clock, Log } from '#engine/ports.ts';
import { AppError } from '#schema/app-error.ts';
import { backOff } from '#schema/back-off.ts';
import { type RunId, runIdSchema } from '#schema/ids.ts';

export interface KeyPorts {
  store: KeyStore;
  /** The worker of this process. Its keys are released when the process dies. */
  workerId: string;
  clock: Clock;
  log: Log;
  newId(): string;
  /** Returns the SHA-256 of the text in hex. */
  hash(text: string): Promise<string>;
}

interface KeyedRequest {
  key: string;
  requestHash: string;
  /** The signal of the client that waits. */
  signal: AbortSignal;
}

export interface KeyClaimed {
  /** The id that the run of the work must have. */
  runId: RunId;
  /** Says that no one has worked under this id before. */
  isFirst: boolean;
}

/** The keys of a dead process stay locked for this long, unless another process notices earlier. */
const leaseMs = 15_000;
const renewEveryMs = 5000;
const naps = { firstMs: 20, maxMs: 250, growth: 1.5 };

/**
 * Does the work once for all requests with the key, over all processes; the others wait for its response. The work
 * gets the id that its run must have. A process that takes over after a crash gets the same id, so it starts no
 * second run. If the answer is null, the work failed and its response is not stored.
 */
export async function holdKey<T>(
  ports: KeyPorts,
  request: KeyedRequest,
  work: (claim: KeyClaimed) => Promise<{ result: T; answer: KeptAnswer | null }>,
): Promise<{ result: T } | { answer: KeptAnswer }> {
  const { store, log } = ports;
  const lease = { key: request.key, token: ports.newId() };
  const claim = await waitForClaim(ports, request, lease.token);
  if (claim.kind === 'answered') return claim;
  const stopRenewing = keepRenewing(ports, lease);
  const forget = (error: unknown) =>
    log.warn({ err: error }, 'idempotency key could not be updated; it will expire');
  try {
    const { result, answer } = await work(claim);
    // The result of the work is already stored. If its response is lost, a later request takes over the key and finds
    // the result.
    if (answer === null) await store.releaseKey(lease).catch(forget);
    else await store.answerKey({ ...lease, answer }).catch(forget);
    return { result };
  } catch (error) {
    await store.releaseKey(lease).catch(forget);
    throw error;
  } finally {
    stopRenewing();
  }
}

async function waitForClaim(
  { store, clock, newId, workerId }: KeyPorts,
  { key, requestHash, signal }: KeyedRequest,
  token: string,
): Promise<({ kind: 'claimed' } & KeyClaimed) | { kind: 'answered'; answer: KeptAnswer }> {
  const runId = runIdSchema.parse(newId());
  let isWaiting = false;
  for (let tries = 0; ; tries++) {
    signal.throwIfAborted();
    const at = clock.now();
    const lease = { token, workerId, at, until: at + leaseMs };
    const claim = await store.claimKey({ key, requestHash, runId, ...lease, isWaiting });
    if (claim.kind === 'claimed') return { ...claim, isFirst: claim.runId === runId };
    if (claim.kind === 'answered') return claim;
    if (claim.kind === 'reused') throw reused();
    isWaiting = true;
    await new Promise<void>((resolve) => clock.after(backOff(tries, naps), resolve));
  }
}

function keepRenewing({ store, clock, log }: KeyPorts, lease: { key: string; token: string }): () => void {
  let stopTimer = () => {};
  function schedule(): void {
    stopTimer = clock.after(renewEveryMs, () => {
      schedule();
      store
        .renewKey({ ...lease, until: clock.now() + leaseMs })
        .catch((error: unknown) =>
          log.warn({ err: error }, 'idempotency key could not be renewed; will retry'),
        );
    });
  }
  schedule();
  return () => stopTimer();
}

function reused(): AppError {
  return new AppError(
    'idempotency_key_reused',
    'This Idempotency-Key was sent with a different request in the last 24 hours.',
  );
}
