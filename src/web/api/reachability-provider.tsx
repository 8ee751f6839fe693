import { createContext, useContext } from 'react';
import type { Reachability } from './reachability.ts';

const Context = createContext<Reachability | null>(null);

export const ReachabilityProvider = Context.Provider;

export function useReachability(): Reachability {
  const reachability = useContext(Context);
  if (reachability === null) throw new Error('useReachability must be used inside its provider');
  return reachability;
}
