import { AppError } from '#schema/app-error.ts';
import type { Store } from '#store/store.ts';

export interface Readiness {
  check(): Promise<void>;
  /** From now on it is not ready. */
  leave(): void;
}

/** Below the timeouts of the usual load balancers, so that they receive a reason. */
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
