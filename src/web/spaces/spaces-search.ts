/** A thread's URL parameters: which message to show, and whether a question is about to be written. */
export interface SpacesSearch {
  message?: number;
  compose?: true;
}

/** Ignores unknown or invalid parameters. */
export function parseSpacesSearch(search: Record<string, unknown>): SpacesSearch {
  const seq = Number(search.message);
  return {
    ...(Number.isSafeInteger(seq) && seq > 0 ? { message: seq } : {}),
    ...(search.compose === true ? { compose: true } : {}),
  };
}
