import type { LinkProps } from '@tanstack/react-router';
import { createContext, useContext, useLayoutEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import type { CommandGroup } from '#web/strings/en/palette.ts';

interface Offer {
  /** Stable across visits, so that recently used commands can be recognized. */
  id: string;
  group: CommandGroup;
  label: string;
  /** Additional search terms. */
  words?: string | undefined;
  /** Text at the end of the command's row. */
  note?: string | undefined;
  shortcut?: string | undefined;
  /** Whether the command is a choice that is already in effect. */
  isCurrent?: boolean;
  /** Whether the command is listed only once the user types, because there are many of its kind. */
  isOneOfMany?: boolean;
}

export type Command = Offer & ({ run(): void } | { link: LinkProps });

type ListCommands = () => readonly Command[];

/** Collects the commands that the parts of the screen offer to the palette. Lists are built only when read. */
interface CommandRegistry {
  /** Replaces the commands of `owner`; null removes them. Commands with `isFirst` come before all others. */
  offer(owner: object, list: ListCommands | null, isFirst?: boolean): void;
  read(): Command[];
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

/** Offers commands while the calling component is mounted. The list is read as of its last render. */
export function useCommands(list: ListCommands, { isFirst = false } = {}): void {
  const registry = useRegistry();
  const owner = useRef({});
  useLayoutEffect(() => registry.offer(owner.current, list, isFirst));
  useLayoutEffect(() => {
    const { current } = owner;
    return () => registry.offer(current, null, isFirst);
  }, [registry, isFirst]);
}

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
