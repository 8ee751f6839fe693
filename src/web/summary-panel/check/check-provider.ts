import { createContext, useContext, useEffect } from 'react';
import type { Check } from './use-check.ts';

const Context = createContext<Check | null>(null);

/** The check of the summary shown inside. */
export const CheckProvider = Context.Provider;

/** Null: this summary cannot be checked by a model. */
export function useCheckHere(): Check | null {
  return useContext(Context);
}

/** The same with its state, for a place that offers what can be done. */
export function useLoadedCheck(): Check | null {
  const check = useCheckHere();
  const load = check?.load;
  useEffect(() => load?.(), [load]);
  return check;
}
