/** The last names, for the lifetime of this process. */
export interface RecentNames {
  has(name: string): boolean;
  /** False if the name was already there. */
  add(name: string): boolean;
}

/** Keeps at most this many names. */
export function createRecentNames(most: number): RecentNames {
  const names = new Set<string>();
  return {
    has: (name) => names.has(name),
    add(name) {
      if (names.has(name)) return false;
      names.add(name);
      const [oldest] = names;
      if (names.size > most && oldest !== undefined) names.delete(oldest);
      return true;
    },
  };
}
