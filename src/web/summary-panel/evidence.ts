import { createContext, useContext } from 'react';

/** The sentence of the summary that is highlighted together with its passages in the article. */
export interface Evidence {
  lit: number | null;
  light(sentence: number | null): void;
}

const EvidenceContext = createContext<Evidence | null>(null);

export const EvidenceProvider = EvidenceContext.Provider;

/** Returns null where a summary has no article beside it. */
export function useEvidenceHere(): Evidence | null {
  return useContext(EvidenceContext);
}
