/** What the address says of a section: which of its things is open, or that a new one is being made. */
export interface SettingsSearch {
  open?: string;
  add?: true;
}

/** Takes what it knows; an address with more, or with something damaged, is not an error. */
export function parseSettingsSearch(search: Record<string, unknown>): SettingsSearch {
  if (search.add === true) return { add: true };
  // The router reads an id such as `7` as a number.
  if (typeof search.open !== 'string' && typeof search.open !== 'number') return {};
  const open = String(search.open);
  return open === '' ? {} : { open };
}
