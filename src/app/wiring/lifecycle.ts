import type { Log } from '#engine/ports.ts';
import { waitAtMost } from '#queue/wait-at-most.ts';
import { AppError } from '#schema/app-error.ts';
import type { Store } from '#store/store.ts';

export interface OpenParts {
  /** Adds a part. `close` gets the time that work in progress has to finish. */
  add(name: string, close: (graceMs: number) => Promise<void>): void;
  /** Closes the newest part first. A part that fails or hangs is reported and does not keep the others open. */
  close(graceMs: number): Promise<void>;
}

/** Together with the grace period and the end of requests, this stays below the 30 s that supervisors allow. */
const teardownMs = 10_000;
/** The least time for a part behind one that hangs, so that it can close its sockets. */
const leastMs = 500;

/** Keeps the parts that were opened so far. They are closed at the end, or if a later part cannot be opened. */
export function createOpenParts(log: Log): OpenParts {
  const parts: { name: string; close: (graceMs: number) => Promise<void> }[] = [];

  async function closePart({ name, close }: (typeof parts)[number], limits: Limits): Promise<void> {
    let state: 'closing' | 'closed' = 'closing';
    const closing = close(limits.graceMs)
      .catch((error: unknown) => log.warn({ err: error, part: name }, 'component did not close cleanly'))
      .finally(() => {
        state = 'closed';
      });
    await waitAtMost(Math.max(limits.deadline - performance.now(), leastMs), closing);
    if (state === 'closing')
      log.warn({ part: name }, 'component did not close in time; continuing without it');
  }

  return {
    add: (name, close) => void parts.push({ name, close }),
    async close(graceMs) {
      const deadline = performance.now() + graceMs + teardownMs;
      for (let part = parts.pop(); part !== undefined; part = parts.pop())
        await closePart(part, { graceMs, deadline });
    },
  };
}

interface Limits {
  graceMs: number;
  deadline: number;
}

export interface Readiness {
  check(): Promise<void>;
  /** Makes the process not ready from now on. */
  leave(): void;
}

/** The wait is shorter than the timeouts of the usual load balancers, so that they receive a reason. */
const patienceMs = 2000;

export function createReadiness(store: Pick<Store['configuration'], 'getSettings'>): Readiness {
  let leaving = false;
  return {
    async check() {
      if (leaving) throw new AppError('server_unreachable', 'This server is shutting down. Use another one.');
      await Promise.race([store.getSettings(), refuseLater()]);
    },
    leave() {
      leaving = true;
    },
  };
}

function refuseLater(): Promise<never> {
  return new Promise((_, reject) => {
    const refuse = () =>
      reject(new AppError('database_unavailable', `The database did not respond within ${patienceMs} ms.`));
    setTimeout(refuse, patienceMs).unref();
  });
}
