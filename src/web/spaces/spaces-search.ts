/** A thread's URL parameters: which message to show. */
export interface SpacesSearch {
  message?: number;
}

/** Ignores unknown or invalid parameters. */
export function parseSpacesSearch(search: Record<string, unknown>): SpacesSearch {
  const seq = Number(search.message);
  return Number.isSafeInteger(seq) && seq > 0 ? { message: seq } : {};
}
