import { createContext, type ReactNode, useContext, useMemo, useState } from 'react';

export interface Drafts {
  /** Unsaved input, by `section/item`. Kept in memory only: some of it is secret. */
  byKey: ReadonlyMap<string, unknown>;
  keep(key: string, draft: unknown): void;
  drop(key: string): void;
}

const Context = createContext<Drafts | null>(null);

/** Unsaved changes survive switching sections. */
export function DraftsProvider({ children }: { children: ReactNode }) {
  const [byKey, setByKey] = useState<ReadonlyMap<string, unknown>>(new Map());
  const drafts = useMemo<Drafts>(
    () => ({
      byKey,
      keep: (key, draft) => setByKey((before) => new Map(before).set(key, draft)),
      drop: (key) => setByKey((before) => new Map([...before].filter(([other]) => other !== key))),
    }),
    [byKey],
  );
  return <Context value={drafts}>{children}</Context>;
}

export function useDrafts(): Drafts {
  const drafts = useContext(Context);
  if (drafts === null) throw new Error('useDrafts must be used inside its provider');
  return drafts;
}
