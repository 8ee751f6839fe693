export interface Reachability {
  /** A fetch that notices whether the server answers. */
  fetch(input: Request, init?: RequestInit): Promise<Response>;
  isAway(): boolean;
  /** Since when the server is missed; null while it answers. */
  awaySince(): number | null;
  /** Asks for a sign of life. */
  look(): Promise<boolean>;
  /** Begins every stream of events anew: none can be trusted after a sleep or on another network. */
  renewStreams(): void;
  subscribe(listener: () => void): () => void;
}

interface Watched {
  fetch: Reachability['fetch'];
  healthUrl: string;
}

/** An answer that takes longer makes one ask whether the server is there at all. Pages and models may well be slow. */
const slowMs = 10_000;
/** A server that lives says so in a few milliseconds. */
const signMs = 5_000;

/** Every request of the app goes through here, so the notice needs no polling of its own. */
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

  /** Without this, a request to a server that hangs would wait for ever. */
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
        // A request that was called off says nothing about the server.
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

/** A proxy answers in the server's place when that is gone. The server's own failures are problems. */
function isStandIn({ status, headers }: Response): boolean {
  return status >= 502 && status <= 504 && headers.get('content-type') !== 'application/problem+json';
}

function isStream({ headers }: Request): boolean {
  return headers.get('accept') === 'text/event-stream';
}
