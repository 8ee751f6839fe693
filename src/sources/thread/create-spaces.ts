import { cancelIfThere } from '#engine/create-engine.ts';
import { withPorts } from '#engine/with-ports.ts';
import { splitTurns } from '#memory/plan-window.ts';
import { AppError } from '#schema/app-error.ts';
import type { EntryId } from '#schema/entry.ts';
import type { RunId } from '#schema/ids.ts';
import { defaultAgentId } from '#schema/models/agent.ts';
import { withoutSources } from '#schema/runs/grounding.ts';
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
  ListMessagesQuery,
  ListThreadsQuery,
  MessagePage,
  MessagePassage,
  NewThread,
  RestoreSummary,
  SearchThreadsQuery,
  SendMessageRequest,
  SpaceInput,
  SpacePatch,
  SummaryEdit,
  SummaryRestored,
  ThreadGrounding,
  ThreadHitPage,
  ThreadPatch,
  ThreadView,
} from '#schema/spaces/spaces-wire.ts';
import { parseSearch } from '#text/search-terms.ts';
import { cutCharacters, cutExcerpt } from '#text/sentences/cut-text.ts';
import { loadTokenizer } from '#text/tokens/tokens.ts';
import { explainThread } from './explain-thread.ts';
import { exportThread } from './export-thread.ts';
import type { SpacesPorts, StoredThread } from './ports.ts';
import { compareThread } from './read-checked.ts';
import { foldAgain, rebuildSummary, summaryBusy } from './rebuild-summary.ts';
import {
  missingSpace,
  missingThread,
  readMessages,
  requireThread,
  requireThreadInSpace,
} from './require-thread.ts';
import { sendQueued, startTurn } from './start-turn.ts';
import { readShownAgent } from './thread-agent.ts';

/** Limits titles, because a feed may send a whole page as one. */
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
    /** Removes a message from the queue. */
    async removeQueued(threadId: ThreadId, messageId: MessageId) {
      if (!(await store.removeQueued({ threadId, id: messageId })))
        throw new AppError('not_found', 'This message is not in the queue. It may have been sent already.');
      await announce(null, 'threads');
    },
    /** Runs at the start of the server. Sends the queued messages of processes that died. */
    async sendUnsent() {
      const unsent = await store.listUnsent().catch((error: unknown) => {
        ports.log.warn({ err: error }, 'queued messages wait until their threads are opened');
        return [];
      });
      for (const threadId of unsent) await sendQueued(ports, threadId);
    },
    /** Replaces the user's newest message and deletes everything after it. */
    editLast: (
      threadId: ThreadId,
      replaces: MessageId,
      { id, text }: EditMessageRequest & { id?: MessageId | undefined },
    ) => startTurn(ports, { threadId, messageId: id, text, replaces }),
    /** Answers the user's newest message again. The old answer is kept until there is a new one. */
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

/** Reads one extra message to find out whether there are more. */
async function listMessages(
  ports: Pick<SpacesPorts, 'store'>,
  threadId: ThreadId,
  { beforeSeq, afterSeq, limit }: ListMessagesQuery,
): Promise<MessagePage> {
  await requireThread(ports, threadId);
  const found = await ports.store.listMessages({ threadId, beforeSeq, afterSeq, limit: limit + 1 });
  const hasMore = found.length > limit;
  if (!hasMore) return { items: found, hasMore };
  return { items: afterSeq === undefined ? found.slice(1) : found.slice(0, limit), hasMore };
}

async function searchThreads(
  { store }: Pick<SpacesPorts, 'store'>,
  { q, limit, cursor }: SearchThreadsQuery,
): Promise<ThreadHitPage> {
  const { terms } = parseSearch(q);
  if (terms.length === 0) return { items: [], nextCursor: null };
  const found = await store.searchMessages({ terms, limit, cursor });
  const words = terms.map(({ text }) => text);
  return {
    items: found.items.map(({ thread, message }) => ({
      thread,
      message,
      excerpt: cutExcerpt(message.text, words),
    })),
    nextCursor: found.nextCursor,
  };
}

/**
 * Restores an older version. If later folds covered more messages, these are folded into it again so that the summary
 * still covers them. The current summary is kept until that succeeds.
 */
async function restoreSummary(
  ports: SpacesPorts,
  threadId: ThreadId,
  { revision, summaryRevision }: RestoreSummary,
): Promise<SummaryRestored> {
  const thread = await requireThread(ports, threadId);
  const version = (await ports.store.listVersions(threadId)).find((each) => each.revision === revision);
  if (version === undefined)
    throw new AppError('not_found', 'This version of the summary is no longer stored.');
  if (revision === thread.summaryRevision) {
    throw new AppError('conflict', 'This version is already the current summary. Choose an earlier one.');
  }
  if (thread.summaryRevision !== summaryRevision) throw changed();
  if (version.throughSeq < thread.summaryThroughSeq) {
    const run = await foldAgain(ports, { thread, version });
    if (run === null) throw summaryBusy();
    return { thread: toWireThread(thread), run };
  }
  const at = ports.clock.now();
  if (!(await ports.store.restoreVersion({ threadId, summaryRevision, version, at }))) throw changed();
  await ports.bus.publish({ kind: 'changed', what: 'threads' });
  return { thread: toWireThread(await requireThread(ports, threadId)), run: null };
}

function changed(): AppError {
  return new AppError('conflict', 'The summary changed in the meantime. Review it, then restore again.');
}

/** The verdicts of rules and models on the summary, with the messages that they refer to. */
async function groundThread(
  ports: Pick<SpacesPorts, 'store' | 'textWork' | 'getOpinions' | 'hash'>,
  threadId: ThreadId,
): Promise<ThreadGrounding> {
  const thread = await requireThread(ports, threadId);
  const { summary, summaryRevision } = thread;
  if (summary === null) return { summaryRevision, messages: [], sentences: [] };
  const { grounding, sourceText, places } = await compareThread(ports, { ...thread, summary });
  const quote = ({ start, end }: { start: number; end: number }): MessagePassage => ({
    start,
    end,
    seq: (places.find((place) => place.end > start) ?? places.at(-1))?.seq ?? 1,
    text: sourceText.slice(start, end),
  });
  return {
    summaryRevision,
    messages: places,
    ...(grounding.check && { check: grounding.check }),
    sentences: grounding.sentences.map(({ start, end, state, support, flags, details, opinion, person }) => ({
      start,
      end,
      state,
      support: support.map(quote),
      flags: flags.map(({ kind, reason, source, ...place }) => ({
        kind,
        reason,
        start: place.start,
        end: place.end,
        ...(source === undefined ? {} : { source: quote(source) }),
      })),
      details: withoutSources(details),
      ...(opinion && { opinion: { ...opinion, passages: opinion.passages.map(quote) } }),
      ...(person && { person }),
    })),
  };
}

/** Omits the fields that only the server needs. */
function toWireThread(stored: StoredThread): Thread {
  const { revision: _revision, foldRevision: _foldRevision, segments: _segments, ...thread } = stored;
  return thread;
}

async function viewThread(ports: SpacesPorts, id: ThreadId): Promise<ThreadView> {
  const { thread: stored, space } = await requireThreadInSpace(ports, id);
  const thread = toWireThread(stored);
  const { agent, policy, instructions, article, articleFit } = await readShownAgent(ports, { thread, space });
  const live = await readMessages(ports.store, {
    threadId: id,
    afterSeq: thread.summaryThroughSeq,
    throughSeq: thread.lastSeq,
  });
  const systemTokens = (await loadTokenizer()).count(instructions) + articleFit.tokens;
  const lastRuns = await ports.store.listLastRuns(id);
  const activeRuns = await ports.store.listThreadRuns({ threadId: id });
  const queued = await ports.store.listQueued(id);
  // The process that was to send the next message may have died.
  if (queued.length > 0 && !activeRuns.some(({ taskType }) => taskType === 'reply'))
    void sendQueued(ports, id);
  return {
    thread,
    space,
    activeRuns,
    queued,
    failedRuns: lastRuns.filter(({ status }) => status === 'failed' || status === 'cancelled'),
    article:
      thread.article === null
        ? null
        : {
            contentHash: article?.contentHash ?? null,
            tokens: articleFit.tokens,
            passages: articleFit.passages,
            passagesTotal: article?.passages.length ?? 0,
          },
    window: {
      policy: agent.memory.policy,
      liveTurns: splitTurns(live).length,
      maxTurns: thread.summary === null ? policy.firstHigh : policy.high,
    },
    meter: {
      sentTokens: systemTokens + thread.summaryTokens + thread.liveTokens,
      fullTokens: systemTokens + thread.totalTokens,
    },
  };
}
