import { createContext, useContext } from 'react';

/** The sentence of the summary whose passages are lit in the article, and the other way round. */
export interface Evidence {
  lit: number | null;
  light(sentence: number | null): void;
}

const EvidenceContext = createContext<Evidence | null>(null);

export const EvidenceProvider = EvidenceContext.Provider;

/** Null where a summary has no article beside it. */
export function useEvidenceHere(): Evidence | null {
  return useContext(EvidenceContext);
}
