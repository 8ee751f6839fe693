import { cancelIfThere } from '#engine/cancel-if-there.ts';
import { withPorts } from '#engine/with-ports.ts';
import { AppError } from '#schema/app-error.ts';
import type { EntryId } from '#schema/entry.ts';
import type { RunId } from '#schema/ids.ts';
import { defaultAgentId } from '#schema/models/agent.ts';
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
  ListThreadsQuery,
  NewThread,
  SendMessageRequest,
  SpaceInput,
  SpacePatch,
  SummaryEdit,
  ThreadPatch,
} from '#schema/spaces/spaces-wire.ts';
import { cutCharacters } from '#text/sentences/cut-characters.ts';
import { loadTokenizer } from '#text/tokens/tokens.ts';
import { explainThread } from './explain-thread.ts';
import { exportThread } from './export-thread.ts';
import { groundThread } from './ground-thread.ts';
import { listMessages } from './list-messages.ts';
import type { SpacesPorts } from './ports.ts';
import { rebuildSummary } from './rebuild-summary.ts';
import { missingSpace, missingThread, requireThread } from './require-thread.ts';
import { restoreSummary } from './restore-summary.ts';
import { searchThreads } from './search-threads.ts';
import { sendQueued, startTurn } from './start-turn.ts';
import { toWireThread, viewThread } from './view-thread.ts';

/** Feeds may send a page as a title. */
const titleCharacters = 300;

export type Spaces = ReturnType<typeof createSpaces>;

/** Everything Spaces do. Throws AppError, `not_found` if something does not exist. */
export function createSpaces(ports: SpacesPorts) {
  const { store, engine, clock, bus } = ports;

  async function announce<T>(result: T, what: 'spaces' | 'threads'): Promise<T> {
    await bus.publish({ kind: 'changed', what });
    return result;
  }

  async function cancelRuns(of: { threadId: ThreadId } | { spaceId: SpaceId }): Promise<void> {
    for (const run of await store.listThreadRuns(of)) await cancelIfThere(engine, run.id);
  }

  return {
    ...withPorts(ports, {
      getThread: viewThread,
      listMessages,
      search: searchThreads,
      exportThread,
      explain: explainThread,
      restoreSummary,
      ground: groundThread,
      /** For the engine: what a run of a thread reads when it starts. */
    }),
    list: () => store.listSpaces(),
    async create({ name, instructions, agentId = defaultAgentId }: SpaceInput) {
      await ports.getAgent(agentId);
      const at = clock.now();
      const id = spaceIdSchema.parse(ports.newId());
      const space: Space = { id, name, instructions, agentId, createdAt: at, updatedAt: at };
      await store.createSpace(space);
      return announce(space, 'spaces');
    },
    async patch(id: SpaceId, patch: SpacePatch) {
      if (patch.agentId !== undefined) await ports.getAgent(patch.agentId);
      const space = await store.patchSpace(id, patch, clock.now());
      if (space === null) throw missingSpace(id);
      return announce(space, 'spaces');
    },
    async remove(id: SpaceId) {
      await cancelRuns({ spaceId: id });
      if (!(await store.deleteSpace(id))) throw missingSpace(id);
      await announce(null, 'spaces');
    },

    listThreads: (query: ListThreadsQuery) => store.listThreads(query),
    async createThread({ spaceId, entryId }: NewThread) {
      const article = entryId === null ? null : await nameArticle(ports, entryId);
      const id = threadIdSchema.parse(ports.newId());
      const thread = await store.createThread({ id, spaceId, article, at: clock.now() });
      if (thread === null) throw missingSpace(spaceId);
      return announce(thread, 'threads');
    },
    async patchThread(id: ThreadId, patch: ThreadPatch) {
      const thread = await store.patchThread(id, patch, clock.now());
      if (thread === null) throw missingThread(id);
      return announce(thread, 'threads');
    },
    async removeThread(id: ThreadId) {
      await cancelRuns({ threadId: id });
      if (!(await store.deleteThread(id))) throw missingThread(id);
      await announce(null, 'threads');
    },

    /** Stores the message and starts its answer. */
    send: (threadId: ThreadId, { id, text }: SendMessageRequest) =>
      startTurn(ports, { threadId, messageId: id, text, replaces: null }),
    /** Takes a message back that waits for its turn. */
    async removeQueued(threadId: ThreadId, messageId: MessageId) {
      if (!(await store.removeQueued({ threadId, id: messageId })))
        throw new AppError('not_found', 'This message is not in the queue. It may have been sent already.');
      await announce(null, 'threads');
    },
    /** At a start: sends what a process that died has left in the queues. */
    async sendUnsent() {
      const unsent = await store.listUnsent().catch((error: unknown) => {
        ports.log.warn({ err: error }, 'queued messages wait until their threads are opened');
        return [];
      });
      for (const threadId of unsent) await sendQueued(ports, threadId);
    },
    /** Replaces the user's newest message; everything after it is deleted. */
    editLast: (
      threadId: ThreadId,
      replaces: MessageId,
      { id, text }: EditMessageRequest & { id?: MessageId | undefined },
    ) => startTurn(ports, { threadId, messageId: id, text, replaces }),
    /** Answers the newest message of the user again; the old answer stays until there is a new one. */
    retry: (threadId: ThreadId, { runId }: { runId?: RunId | undefined }) =>
      startTurn(ports, { threadId, text: null, replaces: null, replyRunId: runId }),

    async editSummary(id: ThreadId, { text, summaryRevision }: SummaryEdit) {
      const { summary } = await requireThread(ports, id);
      if (summary === null)
        throw new AppError('conflict', 'The thread has no summary to edit yet. Send more messages first.');
      const tokens = (await loadTokenizer()).count(text);
      if (!(await store.editSummary({ threadId: id, summaryRevision, text, tokens, at: clock.now() }))) {
        throw new AppError(
          'conflict',
          'The summary has changed since you started editing. Compare both, then save again.',
        );
      }
      return announce(toWireThread(await requireThread(ports, id)), 'threads');
    },
    rebuildSummary: (threadId: ThreadId, { runId }: { runId?: RunId | undefined }) =>
      rebuildSummary(ports, { threadId, runId }),
    async listVersions(id: ThreadId): Promise<SummaryVersion[]> {
      await requireThread(ports, id);
      const versions = await store.listVersions(id);
      return versions.map(({ segments: _segments, ...version }) => version);
    },
  };
}

async function nameArticle(
  { getArticle }: Pick<SpacesPorts, 'getArticle'>,
  entryId: EntryId,
): Promise<Thread['article']> {
  const article = await getArticle(entryId);
  if (article === null) throw new AppError('not_found', `Entry ${entryId} not found.`);
  return { id: entryId, title: cutCharacters(article.title, titleCharacters) };
}
