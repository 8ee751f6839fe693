import { createContext, useContext } from 'react';
import type { Check } from './use-check.ts';

const Context = createContext<Check | null>(null);

/** The check of the summary shown inside. */
export const CheckProvider = Context.Provider;

/** Null: this summary cannot be checked by a model. */
export function useCheckHere(): Check | null {
  return useContext(Context);
}
