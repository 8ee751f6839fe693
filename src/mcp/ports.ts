import type { Log } from '#engine/ports.ts';
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

/** What the tools do, in this process or by a server. Everything throws AppError. */
export interface McpPorts {
  /** Of the folder that the tools are used in: its name, and what distinguishes it. Null: it is not known. */
  project: { name: string; identities: string[] } | null;
  search(query: SearchSessionsQuery): Promise<SessionHitPage>;
  timeline(query: TimelineQuery): Promise<Timeline>;
  getRecords(refs: readonly string[]): Promise<RecordList>;
  context(query: ContextQuery): Promise<SessionContext>;
  fixes(query: FixesQuery): Promise<FixList>;
  saveMemory(request: SaveMemoryRequest): Promise<Memory>;
  /** The summary, once it is written. */
  summarize(request: SummarizeTextRequest, signal: AbortSignal): Promise<string>;
  version: string;
  log: Log;
}
