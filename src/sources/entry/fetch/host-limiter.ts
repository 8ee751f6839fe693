/** Runs at most `total` pieces of work in parallel and one per host, in order of arrival for each host. */
export function createHostLimiter(total: number) {
  /** Waiting work by host. `at` is the next position, because removing the first of thousands would move all others. */
  const waiting = new Map<string, { starts: (() => void)[]; at: number }>();
  /** Hosts with waiting work that are not busy, so that thousands of feeds of a busy host are not searched. */
  const ready = new Set<string>();
  const busy = new Set<string>();

  function startNext(): void {
    for (const host of ready) {
      if (busy.size >= total) return;
      const queue = waiting.get(host);
      const start = queue?.starts[queue.at];
      ready.delete(host);
      if (queue === undefined || start === undefined) continue;
      queue.at += 1;
      if (queue.at === queue.starts.length) waiting.delete(host);
      busy.add(host);
      start();
    }
  }

  return function run<T>(host: string, work: () => Promise<T>): Promise<T> {
    const { promise, resolve } = Promise.withResolvers<T>();
    const start = () => {
      const running = work();
      resolve(running);
      void running
        .catch(() => {})
        .finally(() => {
          busy.delete(host);
          if (waiting.has(host)) ready.add(host);
          startNext();
        });
    };
    const queue = waiting.get(host);
    if (queue === undefined) waiting.set(host, { starts: [start], at: 0 });
    else queue.starts.push(start);
    if (!busy.has(host)) ready.add(host);
    startNext();
    return promise;
  };
}
