import type { Command } from './command.ts';

export type ListCommands = () => readonly Command[];

/** What the parts of the screen offer to the palette. Lists are made only when they are read. */
export interface CommandRegistry {
  /** Replaces what `owner` offers; null withdraws it. */
  offer(owner: object, list: ListCommands | null): void;
  read(): Command[];
  /** Changes with every offer. */
  version(): number;
  subscribe(listener: () => void): () => void;
}

export function createCommandRegistry(): CommandRegistry {
  const offers = new Map<object, ListCommands>();
  const listeners = new Set<() => void>();
  let version = 0;
  return {
    offer(owner, list) {
      if (list === null) offers.delete(owner);
      else offers.set(owner, list);
      version += 1;
      for (const listener of listeners) listener();
    },
    read: () => [...offers.values()].flatMap((list) => list()),
    version: () => version,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
