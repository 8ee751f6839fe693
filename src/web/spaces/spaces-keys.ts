import type { SpaceId, ThreadId } from '#schema/spaces/space.ts';

/** The first part of a key is the name the server uses in change events. */
export const spacesKeys = {
  threads: (spaceId: SpaceId) => ['threads', 'list', spaceId] as const,
  thread: (id: ThreadId) => ['threads', 'one', id] as const,
  messages: (id: ThreadId) => ['threads', 'messages', id] as const,
  search: (query: string) => ['threads', 'search', query] as const,
  /** Up to one revision. */
  versions: (id: ThreadId, revision: number) => ['thread-versions', id, revision] as const,
  /** Up to one message. */
  costs: (id: ThreadId, lastSeq: number) => ['thread-costs', id, lastSeq] as const,
  /** Changes only when a model has checked this revision. */
  grounding: (id: ThreadId, revision: number) => ['thread-grounding', id, revision] as const,
};
