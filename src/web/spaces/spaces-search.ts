/** What the address says of a thread: which of its messages to show. */
export interface SpacesSearch {
  message?: number;
}

/** Takes what it knows; an address with more, or with something damaged, is not an error. */
export function parseSpacesSearch(search: Record<string, unknown>): SpacesSearch {
  const seq = Number(search.message);
  return Number.isSafeInteger(seq) && seq > 0 ? { message: seq } : {};
}
