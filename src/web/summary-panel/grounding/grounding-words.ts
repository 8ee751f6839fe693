import { createContext, useContext } from 'react';
import type { Strings } from '#web/strings/en/en.ts';
import { useStrings } from '#web/strings/strings-provider.tsx';

const Context = createContext<Strings['grounding'] | null>(null);

/** Provides other words for summaries of something other than an article. */
export const GroundingWordsProvider = Context.Provider;

export function useGroundingWords(): Strings['grounding'] {
  const { grounding } = useStrings();
  return useContext(Context) ?? grounding;
}
