import type { Strings } from '#web/strings/en/en.ts';

/** A page of Settings. */
export type Section = keyof Strings['settings']['sections'];

/** The URL parameters of a section. They say which item is open, or that a new one is being created. */
export interface SettingsSearch {
  open?: string;
  add?: true;
}

/** Ignores unknown or invalid parameters. */
export function parseSettingsSearch(search: Record<string, unknown>): SettingsSearch {
  if (search.add === true) return { add: true };
  // The router parses an id such as `7` as a number.
  if (typeof search.open !== 'string' && typeof search.open !== 'number') return {};
  const open = String(search.open);
  return open === '' ? {} : { open };
}
