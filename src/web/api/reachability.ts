export interface Reachability {
  /** A fetch that notices whether the server answers. */
  fetch(input: Request, init?: RequestInit): Promise<Response>;
  isAway(): boolean;
  subscribe(listener: () => void): () => void;
}

/** Every request of the app goes through here, so the notice needs no polling of its own. */
export function watchReachability(fetch: Reachability['fetch']): Reachability {
  const listeners = new Set<() => void>();
  let away = false;

  function set(next: boolean): void {
    if (next === away) return;
    away = next;
    for (const listener of listeners) listener();
  }

  return {
    async fetch(input, init) {
      try {
        const response = await fetch(input, init);
        set(false);
        return response;
      } catch (error) {
        // A request that was called off says nothing about the server.
        if (!input.signal.aborted) set(true);
        throw error;
      }
    },
    isAway: () => away,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
