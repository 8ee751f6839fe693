import type { LinkProps } from '@tanstack/react-router';
import { createContext, useContext, useLayoutEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import type { CommandGroup } from '#web/strings/en/palette.ts';

interface Offer {
  /** The same in every visit, so that recent commands can be recognized. */
  id: string;
  group: CommandGroup;
  label: string;
  /** Other words that find it. */
  words?: string | undefined;
  /** At the end of its row. */
  note?: string | undefined;
  /** The key that does the same. */
  shortcut?: string | undefined;
  /** The choice in effect. */
  isCurrent?: boolean;
  /** Offered only once something is typed: one of many. */
  isOneOfMany?: boolean;
}

/** Something that can be done now. */
export type Command = Offer & ({ run(): void } | { link: LinkProps });

type ListCommands = () => readonly Command[];

/** What the parts of the screen offer to the palette. Lists are made only when they are read. */
interface CommandRegistry {
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

const Context = createContext<CommandRegistry | null>(null);

export const CommandsProvider = Context.Provider;

/** Offers commands for as long as the calling part of the screen is there, as of its last rendering. */
export function useCommands(list: ListCommands, { isFirst = false } = {}): void {
  const registry = useRegistry();
  const owner = useRef({});
  useLayoutEffect(() => registry.offer(owner.current, list, isFirst));
  useLayoutEffect(() => {
    const { current } = owner;
    return () => registry.offer(current, null, isFirst);
  }, [registry, isFirst]);
}

/** Everything on offer now. */
export function useOfferedCommands(): readonly Command[] {
  const registry = useRegistry();
  const version = useSyncExternalStore(registry.subscribe, registry.version);
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- The registry is read again with each version.
  return useMemo(() => registry.read(), [registry, version]);
}

function useRegistry(): CommandRegistry {
  const registry = useContext(Context);
  if (registry === null) throw new Error('commands need a CommandsProvider');
  return registry;
}
