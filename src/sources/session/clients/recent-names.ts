/** Names that came lately. */
export interface RecentNames {
  has(name: string): boolean;
  /** False: it was there. */
  add(name: string): boolean;
}

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
