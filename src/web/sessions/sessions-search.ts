import { searchTypes } from '#schema/sessions/sessions-wire.ts';

/** The record types that can be searched; `all` would include others. */
export const hitTypes = searchTypes.filter((type) => type !== 'all');
export type HitType = (typeof hitTypes)[number];

/** The screen's URL parameters. */
export interface SessionsSearch {
  /** If omitted: all projects. Empty: sessions without a project. */
  project?: string;
  q?: string;
  type?: HitType;
  /** Days such as 2026-01-31, both inclusive. */
  from?: string;
  to?: string;
  /** The record to show, such as O12. */
  at?: string;
}

/** Ignores unknown or invalid parameters. */
export function parseSessionsSearch(search: Record<string, unknown>): SessionsSearch {
  const project = textOf(search.project);
  const q = textOf(search.q)?.trim();
  const type = hitTypes.find((known) => known === search.type);
  const [from, to] = [dayOf(search.from), dayOf(search.to)];
  const at = textOf(search.at);
  return {
    ...(project === undefined ? {} : { project }),
    ...(q === undefined || q === '' ? {} : { q }),
    ...(type === undefined ? {} : { type }),
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { to }),
    ...(at !== undefined && /^[POS]\d{1,15}$/.test(at) ? { at } : {}),
  };
}

export function isSearching({ q, type, from, to }: SessionsSearch): boolean {
  return [q, type, from, to].some((part) => part !== undefined);
}

/** A day in the user's time zone, from its first to its last millisecond. */
export function dayEdges(day: string): { start: number; end: number } {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return {
    start: new Date(year, month - 1, date).getTime(),
    end: new Date(year, month - 1, date + 1).getTime() - 1,
  };
}

/** The router parses values that look like numbers as numbers. */
function textOf(value: unknown): string | undefined {
  return ['string', 'number', 'boolean'].includes(typeof value) ? String(value).slice(0, 500) : undefined;
}

function dayOf(value: unknown): string | undefined {
  const day = textOf(value);
  return day !== undefined && /^\d{4}-\d{2}-\d{2}$/.test(day) && !Number.isNaN(Date.parse(day))
    ? day
    : undefined;
}
