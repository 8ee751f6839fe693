import type { SessionId } from '#schema/sessions/session.ts';
import type { SessionsSearch, TimelineScope } from './sessions-search.ts';

/** Which records: of a session, or of a timeline. */
export type Scope = { sessionDbId: SessionId } | TimelineScope;

export const sessionsKeys = {
  all: () => ['sessions'] as const,
  projects: () => ['sessions', 'projects'] as const,
  language: (project: string) => ['sessions', 'language', project] as const,
  excluded: () => ['sessions', 'excluded'] as const,
  activity: (project: string | null) => ['sessions', 'activity', project] as const,
  allActivity: () => ['sessions', 'activity'] as const,
  records: (scope: Scope) => ['sessions', 'records', scope] as const,
  allRecords: () => ['sessions', 'records'] as const,
  session: (id: SessionId | null) => ['sessions', 'one', id] as const,
  context: (project: string | null) => ['sessions', 'context', project] as const,
  allContexts: () => ['sessions', 'context'] as const,
  memories: (project: string | null, state: string) => ['sessions', 'memories', project, state] as const,
  allMemories: () => ['sessions', 'memories'] as const,
  search: (search: SessionsSearch) => ['sessions', 'search', search] as const,
  allSearches: () => ['sessions', 'search'] as const,
  /** Past events never change. */
  record: (ref: string) => ['session-record', ref] as const,
  /** The first part is the name the server uses in change events. */
  activeChecks: () => ['runs', 'of-session-summaries'] as const,
  lastRun: (id: SessionId) => ['runs', 'of-session', id] as const,
};
