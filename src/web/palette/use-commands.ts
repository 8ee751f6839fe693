import { createContext, useContext, useLayoutEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import type { Command } from './command.ts';
import type { CommandRegistry, ListCommands } from './command-registry.ts';

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
