/** A thread's URL parameters: the message to show, and whether to focus the message field. */
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
