import { namesOf } from '#schema/field-table.ts';
import type { RecordKind } from '#schema/sessions/session.ts';
import type { searchTypes } from '#schema/sessions/sessions-wire.ts';

/** The record types that can be searched; `all` would include others. */
export type HitType = Exclude<(typeof searchTypes)[number], 'all'>;

export const kindOf: Record<HitType, RecordKind> = {
  observations: 'observation',
  sessions: 'summary',
  prompts: 'prompt',
};
export const hitTypes = namesOf(kindOf);

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
  /** `changes`: what a session changed, instead of its turns. `memory`: what holds, instead of the timeline. */
  view?: 'changes' | 'memory';
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
    ...(search.view === 'changes' || search.view === 'memory' ? { view: search.view } : {}),
    ...(at !== undefined && /^[POS]\d{1,15}$/.test(at) ? { at } : {}),
  };
}

/** Filters apply to the timeline too. */
export function isSearching({ q }: SessionsSearch): boolean {
  return q !== undefined;
}

export function isFiltered({ type, from, to }: SessionsSearch): boolean {
  return type !== undefined || from !== undefined || to !== undefined;
}

/** Without them, the rest stays. */
export function withoutFilters(search: SessionsSearch): SessionsSearch {
  const { type: _, from: __, to: ___, ...rest } = search;
  return rest;
}

/** Of one or all projects: all records, or those of one kind or of some days. */
export interface TimelineScope {
  project?: string;
  kind?: RecordKind;
  /** The first and the last millisecond. */
  from?: number;
  to?: number;
}

/** The project, kind and days, as the timeline reads them. */
export function scopeOf({ project, type, from, to }: SessionsSearch): TimelineScope {
  return {
    ...(project === undefined ? {} : { project }),
    ...(type === undefined ? {} : { kind: kindOf[type] }),
    ...(from === undefined ? {} : { from: dayEdges(from).start }),
    ...(to === undefined ? {} : { to: dayEdges(to).end }),
  };
}

/** A time as the API takes it: with at least nine digits. Nothing was recorded before. */
export function toDate(at: number): string {
  return String(Math.max(100_000_000, at));
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
