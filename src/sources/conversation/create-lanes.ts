/** Work with the same name runs one piece at a time, in the order it arrives. */
export interface Lanes {
  /** The place in the lane is taken synchronously, before anything is awaited. */
  enter<T>(name: string, work: () => Promise<T>): Promise<T>;
  /** Resolves when all lanes are empty. */
  settled(): Promise<void>;
}

export function createLanes(): Lanes {
  const ends = new Map<string, Promise<unknown>>();
  return {
    enter(name, work) {
      const before = ends.get(name) ?? Promise.resolve();
      const result = before.then(work);
      const end = result
        .catch(() => {})
        .finally(() => {
          if (ends.get(name) === end) ends.delete(name);
        });
      ends.set(name, end);
      return result;
    },
    async settled() {
      while (ends.size > 0) await Promise.all(ends.values());
    },
  };
}
