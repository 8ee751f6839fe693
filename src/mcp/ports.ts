import type { Log } from '#engine/ports.ts';
import type { Entry, EntryId } from '#schema/entry.ts';
import type { EntryPage, EntrySummaries, ListEntriesQuery } from '#schema/reader-wire.ts';
import type { FixesQuery, FixList } from '#schema/sessions/fixes-wire.ts';
import type { Memory, SaveMemoryRequest } from '#schema/sessions/memory.ts';
import type {
  ContextQuery,
  RecordList,
  SearchSessionsQuery,
  SessionContext,
  SessionHitPage,
  Timeline,
  TimelineQuery,
} from '#schema/sessions/sessions-wire.ts';
import type { SummarizeTextRequest } from '#schema/wire.ts';

/** What the tools call, in this process or on a server. All methods throw AppError. */
export interface McpPorts {
  /** Name and identities of the project in the working folder, or null if unknown. */
  project: { name: string; identities: string[] } | null;
  search(query: SearchSessionsQuery): Promise<SessionHitPage>;
  timeline(query: TimelineQuery): Promise<Timeline>;
  getRecords(refs: readonly string[]): Promise<RecordList>;
  context(query: ContextQuery): Promise<SessionContext>;
  fixes(query: FixesQuery): Promise<FixList>;
  saveMemory(request: SaveMemoryRequest): Promise<Memory>;
  reader: {
    /** Whether the user lets agents read articles. */
    isAllowed(): Promise<boolean>;
    search(query: ListEntriesQuery): Promise<EntryPage>;
    /** Resolves with null if there is no such article. */
    get(id: EntryId): Promise<(Entry & { summaries: EntrySummaries['items'] }) | null>;
  };
  /** Resolves with the summary's text once it is written. */
  summarize(request: SummarizeTextRequest, signal: AbortSignal): Promise<string>;
  version: string;
  log: Log;
}
