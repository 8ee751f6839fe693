interface Waiting {
  host: string;
  start(): void;
}

/** Runs at most `total` pieces of work in parallel and one per host, in order of arrival. */
export function createHostLimiter(total: number) {
  const waiting: Waiting[] = [];
  const busy = new Set<string>();

  function startNext(): void {
    while (busy.size < total) {
      const index = waiting.findIndex(({ host }) => !busy.has(host));
      const [next] = index === -1 ? [] : waiting.splice(index, 1);
      if (!next) return;
      busy.add(next.host);
      next.start();
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
          startNext();
        });
    };
    waiting.push({ host, start });
    startNext();
    return promise;
  };
}
