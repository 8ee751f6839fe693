import { cancelIfThere } from '#engine/cancel-if-there.ts';
import type { FoldAhead } from '#engine/ports.ts';
import { AppError } from '#schema/app-error.ts';
import type { RunId } from '#schema/ids.ts';
import { defaultAgentId, type MemoryPolicyName } from '#schema/models/agent.ts';
import type { Run, RunInput } from '#schema/runs/run.ts';
import type { ReplyPayload } from '#schema/runs/summary.ts';
import {
  type MessageId,
  type Space,
  type SpaceId,
  type SummaryVersion,
  spaceIdSchema,
  type Thread,
  type ThreadId,
  threadIdSchema,
} from '#schema/spaces/space.ts';
import type {
  EditMessageRequest,
  Explanation,
  ListMessagesQuery,
  ListThreadsQuery,
  MessagePage,
  RestoreSummary,
  SearchThreadsQuery,
  SendMessageRequest,
  SpaceInput,
  SpacePatch,
  SummaryEdit,
  SummaryRestored,
  ThreadExport,
  ThreadGrounding,
  ThreadHitPage,
  ThreadPage,
  ThreadPatch,
  ThreadView,
  TurnStarted,
} from '#schema/spaces/spaces-wire.ts';
import { loadTokenizer } from '#text/tokens/tokens.ts';
import { explainThread } from './explain-thread.ts';
import { exportThread } from './export-thread.ts';
import { groundThread } from './ground-thread.ts';
import { listMessages } from './list-messages.ts';
import { planFoldAhead } from './plan-fold-ahead.ts';
import type { SpacesPorts } from './ports.ts';
import { rebuildSummary } from './rebuild-summary.ts';
import { refreshInput } from './refresh-input.ts';
import { missingSpace, missingThread, requireThread } from './require-thread.ts';
import { restoreSummary } from './restore-summary.ts';
import { searchThreads } from './search-threads.ts';
import { startTurn } from './start-turn.ts';
import { toWireThread, viewThread } from './view-thread.ts';

/** Everything Spaces do. Throws AppError, `not_found` if something does not exist. */
export interface Spaces {
  list(): Promise<Space[]>;
  create(input: SpaceInput): Promise<Space>;
  patch(id: SpaceId, patch: SpacePatch): Promise<Space>;
  remove(id: SpaceId): Promise<void>;

  listThreads(query: ListThreadsQuery): Promise<ThreadPage>;
  createThread(spaceId: SpaceId): Promise<Thread>;
  getThread(id: ThreadId): Promise<ThreadView>;
  patchThread(id: ThreadId, patch: ThreadPatch): Promise<Thread>;
  removeThread(id: ThreadId): Promise<void>;
  listMessages(id: ThreadId, query: ListMessagesQuery): Promise<MessagePage>;
  search(query: SearchThreadsQuery): Promise<ThreadHitPage>;
  exportThread(id: ThreadId): Promise<ThreadExport>;
  explain(id: ThreadId, policy?: MemoryPolicyName): Promise<Explanation>;

  /** Stores the message and starts its answer. */
  send(id: ThreadId, request: SendMessageRequest): Promise<TurnStarted>;
  /** Replaces the user's newest message; everything after it is deleted. */
  editLast(
    id: ThreadId,
    messageId: MessageId,
    request: EditMessageRequest & { id?: MessageId | undefined },
  ): Promise<TurnStarted>;
  /** Answers the newest message of the user again; the old answer stays until there is a new one. */
  retry(id: ThreadId, options: { runId?: RunId | undefined }): Promise<TurnStarted>;

  editSummary(id: ThreadId, edit: SummaryEdit): Promise<Thread>;
  rebuildSummary(id: ThreadId, options: { runId?: RunId | undefined }): Promise<Run>;
  listVersions(id: ThreadId): Promise<SummaryVersion[]>;
  restoreSummary(id: ThreadId, request: RestoreSummary): Promise<SummaryRestored>;
  ground(id: ThreadId): Promise<ThreadGrounding>;

  /** For the engine: what a run of a thread reads when it starts. */
  refreshInput(run: Run, input: RunInput): Promise<RunInput>;
  planFoldAhead(reply: ReplyPayload): Promise<FoldAhead | null>;
}

export function createSpaces(ports: SpacesPorts): Spaces {
  const { store, engine, clock, bus } = ports;

  async function announce<T>(result: T, what: 'spaces' | 'threads'): Promise<T> {
    await bus.publish({ kind: 'changed', what });
    return result;
  }

  async function cancelRuns(of: { threadId: ThreadId } | { spaceId: SpaceId }): Promise<void> {
    for (const run of await store.listThreadRuns(of)) await cancelIfThere(engine, run.id);
  }

  return {
    list: () => store.listSpaces(),
    async create({ name, instructions, agentId = defaultAgentId }) {
      await ports.getAgent(agentId);
      const at = clock.now();
      const id = spaceIdSchema.parse(ports.newId());
      const space: Space = { id, name, instructions, agentId, createdAt: at, updatedAt: at };
      await store.createSpace(space);
      return announce(space, 'spaces');
    },
    async patch(id, patch) {
      if (patch.agentId !== undefined) await ports.getAgent(patch.agentId);
      const space = await store.patchSpace(id, patch, clock.now());
      if (space === null) throw missingSpace(id);
      return announce(space, 'spaces');
    },
    async remove(id) {
      await cancelRuns({ spaceId: id });
      if (!(await store.deleteSpace(id))) throw missingSpace(id);
      await announce(null, 'spaces');
    },

    listThreads: (query) => store.listThreads(query),
    async createThread(spaceId) {
      const id = threadIdSchema.parse(ports.newId());
      const thread = await store.createThread({ id, spaceId, at: clock.now() });
      if (thread === null) throw missingSpace(spaceId);
      return announce(thread, 'threads');
    },
    getThread: (id) => viewThread(ports, id),
    async patchThread(id, patch) {
      const thread = await store.patchThread(id, patch, clock.now());
      if (thread === null) throw missingThread(id);
      return announce(thread, 'threads');
    },
    async removeThread(id) {
      await cancelRuns({ threadId: id });
      if (!(await store.deleteThread(id))) throw missingThread(id);
      await announce(null, 'threads');
    },
    listMessages: (id, query) => listMessages(ports, id, query),
    search: (query) => searchThreads(ports, query),
    exportThread: (id) => exportThread(ports, id),
    explain: (id, policy) => explainThread(ports, id, policy),

    send: (threadId, { id, text }) => startTurn(ports, { threadId, messageId: id, text, replaces: null }),
    editLast: (threadId, replaces, { id, text }) =>
      startTurn(ports, { threadId, messageId: id, text, replaces }),
    retry: (threadId, { runId }) =>
      startTurn(ports, { threadId, text: null, replaces: null, replyRunId: runId }),

    async editSummary(id, { text, summaryRevision }) {
      const { summary } = await requireThread(ports, id);
      if (summary === null) throw new AppError('conflict', 'The thread has no summary to edit yet.');
      const tokens = (await loadTokenizer()).count(text);
      if (!(await store.editSummary({ threadId: id, summaryRevision, text, tokens, at: clock.now() }))) {
        throw new AppError('conflict', 'The summary has changed since you started editing.');
      }
      return announce(toWireThread(await requireThread(ports, id)), 'threads');
    },
    rebuildSummary: (id, { runId }) => rebuildSummary(ports, { threadId: id, runId }),
    async listVersions(id) {
      await requireThread(ports, id);
      const versions = await store.listVersions(id);
      return versions.map(({ segments: _segments, ...version }) => version);
    },
    restoreSummary: (id, request) => restoreSummary(ports, id, request),
    ground: (id) => groundThread(ports, id),
    refreshInput: (run, input) => refreshInput(ports, run, input),
    planFoldAhead: (reply) => planFoldAhead(ports, reply),
  };
}
