import type { Command } from './command.ts';

export type ListCommands = () => readonly Command[];

/** What the parts of the screen offer to the palette. Lists are made only when they are read. */
export interface CommandRegistry {
  /** Replaces what `owner` offers; null withdraws it. The first come before the others, whenever they were offered. */
  offer(owner: object, list: ListCommands | null, isFirst?: boolean): void;
  read(): Command[];
  /** Changes with every offer. */
  version(): number;
  subscribe(listener: () => void): () => void;
}

export function createCommandRegistry(): CommandRegistry {
  const offers = { first: new Map<object, ListCommands>(), others: new Map<object, ListCommands>() };
  const listeners = new Set<() => void>();
  let version = 0;
  return {
    offer(owner, list, isFirst = false) {
      const own = isFirst ? offers.first : offers.others;
      if (list === null) own.delete(owner);
      else own.set(owner, list);
      version += 1;
      for (const listener of listeners) listener();
    },
    read: () => [...offers.first.values(), ...offers.others.values()].flatMap((list) => list()),
    version: () => version,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
