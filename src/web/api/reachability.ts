export interface Reachability {
  /** A fetch that tracks whether the server responds. */
  fetch(input: Request, init?: RequestInit): Promise<Response>;
  isAway(): boolean;
  /** When the server stopped responding; null while it responds. */
  awaySince(): number | null;
  /** Checks whether the server is alive. */
  look(): Promise<boolean>;
  /** Restarts every event stream: none can be trusted after sleep or a network change. */
  renewStreams(): void;
  subscribe(listener: () => void): () => void;
}

interface Watched {
  fetch: Reachability['fetch'];
  healthUrl: string;
}

/** A slower response triggers a liveness check. Pages and models can legitimately be slow. */
const slowMs = 10_000;
/** A live server responds within a few milliseconds. */
const signMs = 5_000;

/** Every request of the app goes through here, so the notice needs no polling. */
export function watchReachability({ fetch, healthUrl }: Watched): Reachability {
  const listeners = new Set<() => void>();
  let away: number | null = null;
  let renewal = new AbortController();

  function set(isAway: boolean): void {
    if (isAway === (away !== null)) return;
    away = isAway ? Date.now() : null;
    for (const listener of listeners) listener();
  }

  async function look(): Promise<boolean> {
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(), signMs);
    try {
      set(isStandIn(await fetch(new Request(healthUrl, { signal: late.signal }))));
    } catch {
      set(true);
    } finally {
      clearTimeout(timer);
    }
    return away === null;
  }

  /** Without this, a request to a hung server would wait forever. */
  function watchAnswer(given: AbortController): () => void {
    async function check(): Promise<void> {
      if (!(await look())) given.abort(new TypeError('the server does not answer'));
    }
    const timer = setInterval(() => void check(), slowMs);
    return () => clearInterval(timer);
  }

  return {
    async fetch(input, init) {
      const unanswered = new AbortController();
      const stopWatching = watchAnswer(unanswered);
      const signals = [input.signal, unanswered.signal, ...(isStream(input) ? [renewal.signal] : [])];
      try {
        const response = await fetch(input, { ...init, signal: AbortSignal.any(signals) });
        set(isStandIn(response));
        return response;
      } catch (error) {
        // A cancelled request says nothing about the server.
        if (!input.signal.aborted) set(true);
        throw error;
      } finally {
        stopWatching();
      }
    },
    isAway: () => away !== null,
    awaySince: () => away,
    look,
    renewStreams() {
      renewal.abort();
      renewal = new AbortController();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** A proxy answers for a server that is down. The server itself reports failures as problem documents. */
export function isStandIn({ status, headers }: Response): boolean {
  return status >= 502 && status <= 504 && headers.get('content-type') !== 'application/problem+json';
}

function isStream({ headers }: Request): boolean {
  return headers.get('accept') === 'text/event-stream';
}
