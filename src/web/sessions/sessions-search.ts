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

const views = ['changes', 'memory', 'audit'] as const;

/** The screen's URL parameters. */
export interface SessionsSearch {
  /** If omitted, all projects. The empty string means sessions without a project. */
  project?: string;
  q?: string;
  type?: HitType;
  /** Days such as 2026-01-31, both inclusive. */
  from?: string;
  to?: string;
  /** The record to show, such as O12. */
  at?: string;
  /** `changes` shows what a session changed; `memory` shows memories, and `audit` checks them. */
  view?: (typeof views)[number];
}

/** Ignores unknown or invalid parameters. */
export function parseSessionsSearch(search: Record<string, unknown>): SessionsSearch {
  const project = textOf(search.project);
  const q = textOf(search.q)?.trim();
  const type = hitTypes.find((known) => known === search.type);
  const [from, to] = [dayOf(search.from), dayOf(search.to)];
  const at = textOf(search.at);
  const view = views.find((known) => known === search.view);
  return {
    ...(project === undefined ? {} : { project }),
    ...(q === undefined || q === '' ? {} : { q }),
    ...(type === undefined ? {} : { type }),
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { to }),
    ...(view === undefined ? {} : { view }),
    ...(at !== undefined && /^[POS]\d{1,15}$/.test(at) ? { at } : {}),
  };
}

/** Filters alone do not search, because they apply to the timeline too. */
export function isSearching({ q }: SessionsSearch): boolean {
  return q !== undefined;
}

export function isFiltered({ type, from, to }: SessionsSearch): boolean {
  return type !== undefined || from !== undefined || to !== undefined;
}

/** Removes the filters and keeps all other parameters. */
export function withoutFilters(search: SessionsSearch): SessionsSearch {
  const { type: _, from: __, to: ___, ...rest } = search;
  return rest;
}

/** A timeline of one or all projects, optionally limited to one kind of record or to some days. */
export interface TimelineScope {
  project?: string;
  kind?: RecordKind;
  /** First and last millisecond, both inclusive. */
  from?: number;
  to?: number;
}

export function scopeOf({ project, type, from, to }: SessionsSearch): TimelineScope {
  return {
    ...(project === undefined ? {} : { project }),
    ...(type === undefined ? {} : { kind: kindOf[type] }),
    ...(from === undefined ? {} : { from: dayEdges(from).start }),
    ...(to === undefined ? {} : { to: dayEdges(to).end }),
  };
}

/** The API takes a time as digits, at least nine of them. Nothing was recorded before that time. */
export function toDate(at: number): string {
  return String(Math.max(100_000_000, at));
}

/** The first and the last millisecond of a day in the user's time zone. */
export function dayEdges(day: string): { start: number; end: number } {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return {
    start: new Date(year, month - 1, date).getTime(),
    end: new Date(year, month - 1, date + 1).getTime() - 1,
  };
}

/** Accepts numbers and booleans too, because the router parses values that look like them. */
function textOf(value: unknown): string | undefined {
  return ['string', 'number', 'boolean'].includes(typeof value) ? String(value).slice(0, 500) : undefined;
}

function dayOf(value: unknown): string | undefined {
  const day = textOf(value);
  return day !== undefined && /^\d{4}-\d{2}-\d{2}$/.test(day) && !Number.isNaN(Date.parse(day))
    ? day
    : undefined;
}
