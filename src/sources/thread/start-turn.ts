import type { PreparedRun } from '#engine/ports.ts';
import { AppError } from '#schema/app-error.ts';
import type { RunId } from '#schema/ids.ts';
import {
  type Message,
  type MessageId,
  messageIdSchema,
  type ReplyInput,
  type ThreadId,
} from '#schema/spaces/space.ts';
import { maxQueuedMessages, type TurnStarted } from '#schema/spaces/spaces-wire.ts';
import { loadTokenizer } from '#text/tokens/tokens.ts';
import { type CyclePlan, planCycle } from './plan-fold.ts';
import type { SpacesPorts, StartTurn, StoredThread } from './ports.ts';
import { missingThread, readSent, requireThread, requireThreadInSpace } from './require-thread.ts';
import { readAgent, type ThreadAgent } from './thread-agent.ts';

interface TurnRequest {
  threadId: ThreadId;
  /** The sender's id for the new message, generated if omitted. */
  messageId?: MessageId | undefined;
  /** Null to answer the user's newest message again. */
  text: string | null;
  replaces: MessageId | null;
  /** The id of the answer's run, generated if omitted. */
  replyRunId?: RunId | undefined;
  /** True if the message is in the queue. */
  isQueued?: boolean;
}

/** How often a turn is planned again when the thread has changed in the meantime. */
const maxPlans = 5;

/** Stores the message, plans what has to be folded, and starts fold, answer and title. */
export async function startTurn(ports: SpacesPorts, request: TurnRequest): Promise<TurnStarted> {
  const isSent = request.text !== null && request.replaces === null;
  for (let plans = 0; plans < maxPlans; plans++) {
    // A repeated new message is found when it is written, but edits and retries change what a plan is based on.
    const known = isSent ? null : await findStarted(ports, request);
    if (known !== null) return known;
    const { turn, cycle } = await planTurn(ports, request);
    const result = await ports.store.startTurn(turn);
    if (result.kind === 'missing') throw missingThread(request.threadId);
    if (result.kind === 'busy') return (await findStarted(ports, request)) ?? waitOrRefuse(ports, request);
    if (result.kind !== 'started') continue;
    await ports.bus.publish({ kind: 'changed', what: 'threads' });
    await ports.bus.publish({ kind: 'changed', what: 'runs' });
    if (cycle.ended !== null) await ports.engine.cancel(cycle.ended.id);
    const foldRun = result.runs.find(({ taskType }) => taskType === 'fold') ?? cycle.awaited;
    const replyRun = result.runs.find(({ taskType }) => taskType === 'reply');
    if (replyRun === undefined) throw new TypeError('a turn was started without an answer');
    return { message: result.message, replyRun, isQueued: false, foldRun, foldSkipped: cycle.skipped };
  }
  throw new AppError('conflict', 'The thread kept changing while your message was sent. Send it again.');
}

/** Finds the turn of an existing message, which a sender sends again if it did not get the response. */
async function findStarted(
  ports: SpacesPorts,
  { threadId, messageId, text, replyRunId }: TurnRequest,
): Promise<TurnStarted | null> {
  const { store } = ports;
  if (replyRunId !== undefined) return findRetried(ports, { threadId, replyRunId });
  const message = messageId === undefined ? null : await store.getMessage(messageId);
  if (message === null) return null;
  const runs = [...(await store.listThreadRuns({ threadId })), ...(await store.listLastRuns(threadId))];
  const replyRun = runs.find(({ taskType }) => taskType === 'reply');
  if (message.threadId !== threadId || message.text !== text || replyRun === undefined) {
    throw new AppError('conflict', 'Another message already has this ID. Use a new one.');
  }
  const foldRun = runs.find(({ id }) => id === replyRun.afterRunId) ?? null;
  return { message, replyRun, isQueued: false, foldRun, foldSkipped: null };
}

/** Finds the new answer to the newest message if its run already exists. */
async function findRetried(
  ports: SpacesPorts,
  { threadId, replyRunId }: { threadId: ThreadId; replyRunId: RunId },
): Promise<TurnStarted | null> {
  const replyRun = await ports.getRun(replyRunId);
  if (replyRun === null) return null;
  const message = findQuestion(await readLive(ports, await requireThread(ports, threadId)), {
    text: null,
    replaces: null,
  });
  if (message === null) return null;
  const foldRun = replyRun.afterRunId === null ? null : await ports.getRun(replyRun.afterRunId);
  return { message, replyRun, isQueued: false, foldRun, foldSkipped: null };
}

function readLive({ store }: SpacesPorts, thread: StoredThread): Promise<Message[]> {
  return readSent(store, {
    threadId: thread.id,
    afterSeq: thread.summaryThroughSeq,
    throughSeq: thread.lastSeq,
  });
}

async function planTurn(
  ports: SpacesPorts,
  { threadId, messageId: givenId, text, replaces, replyRunId, isQueued = false }: TurnRequest,
): Promise<{ turn: StartTurn; cycle: CyclePlan }> {
  const { thread, space } = await requireThreadInSpace(ports, threadId);
  const acting = await readAgent(ports, { thread, space });
  const at = ports.clock.now();
  const live = await readLive(ports, thread);
  const question = findQuestion(live, { text, replaces });
  const before = question === null ? live : live.slice(0, live.indexOf(question));
  const words = text ?? question?.text ?? '';
  const tokens = text === null ? (question?.tokens ?? 0) : (await loadTokenizer()).count(text);

  const activeRuns = await ports.store.listThreadRuns({ threadId });
  const cycle = await planCycle(ports, {
    thread,
    acting,
    live: before,
    newMessageTokens: tokens,
    at,
    activeRuns,
  });
  const message = text === null ? null : makeMessage(ports, { id: givenId, threadId, text, tokens, at });
  const messageId = message?.id ?? question?.id;
  if (messageId === undefined)
    throw new AppError('conflict', 'There is no message to answer yet. Send one first.');
  const isNamed = thread.title !== null || activeRuns.some(({ taskType }) => taskType === 'title');
  const runs = await prepareRuns(ports, {
    thread,
    acting,
    cycle,
    isNamed,
    messageId,
    words,
    replyRunId,
    at,
  });
  const { revision, summaryRevision } = thread;
  return { turn: { threadId, revision, summaryRevision, message, replaces, isQueued, runs, at }, cycle };
}

/** The user's newest message, if the turn replaces it or answers it again. */
function findQuestion(
  live: readonly Message[],
  { text, replaces }: Pick<TurnRequest, 'text' | 'replaces'>,
): Message | null {
  if (text !== null && replaces === null) return null;
  const question = live.findLast(({ role }) => role === 'user') ?? null;
  if (replaces !== null && question?.id !== replaces) {
    throw new AppError(
      'conflict',
      'Only your newest message can be edited, and only while it is live. Send a new one instead.',
    );
  }
  return question;
}

interface NewMessage {
  id: MessageId | undefined;
  threadId: ThreadId;
  text: string;
  tokens: number;
  at: number;
}

function makeMessage(
  { newId }: SpacesPorts,
  { id, threadId, text, tokens, at }: NewMessage,
): NonNullable<StartTurn['message']> {
  return {
    id: id ?? messageIdSchema.parse(newId()),
    threadId,
    role: 'user',
    text,
    tokens,
    runId: null,
    provider: null,
    model: null,
    createdAt: at,
  };
}

interface TurnPlan {
  thread: StoredThread;
  acting: ThreadAgent;
  cycle: CyclePlan;
  /** True if the thread has a title or is about to get one, because a title is requested only once. */
  isNamed: boolean;
  messageId: MessageId;
  words: string;
  replyRunId: RunId | undefined;
  at: number;
}

/** The answer waits a limited time for the fold whose summary it reads. The title waits for the answer. */
async function prepareRuns(ports: SpacesPorts, plan: TurnPlan): Promise<PreparedRun[]> {
  const reply = await prepareReply(ports, plan);
  const title = plan.isNamed ? null : await prepareTitle(ports, plan, reply.run.id);
  return [plan.cycle.fold, reply, title].filter((run) => run !== null);
}

function prepareReply(
  { engine }: SpacesPorts,
  { thread, acting, cycle, messageId, words, replyRunId, at }: TurnPlan,
): Promise<PreparedRun> {
  const afterRunId = cycle.fold?.run.id ?? cycle.awaited?.id;
  const startBy = at + acting.agent.effective.summarizer.timeoutMs.value;
  return engine.prepare({
    runId: replyRunId,
    taskType: 'reply',
    source: { kind: 'thread', id: thread.id, title: thread.title },
    agentId: acting.agent.id,
    trigger: 'manual',
    route: [acting.route.llm],
    ...(afterRunId === undefined ? {} : { afterRunId, startBy }),
    input: {
      sourceText: words,
      // Summary and live messages are read when the run begins.
      subject: {
        threadId: thread.id,
        messageId,
        instructions: '',
        article: null,
        deletedArticle: null,
        summary: null,
        summaryTokens: 0,
        history: [],
        historyTokens: 0,
        questionTokens: 0,
        passages: [],
      } satisfies ReplyInput,
    },
  });
}

async function prepareTitle(
  { engine, log }: SpacesPorts,
  { thread, acting, words }: TurnPlan,
  afterRunId: RunId,
): Promise<PreparedRun | null> {
  try {
    return await engine.prepare({
      taskType: 'title',
      source: { kind: 'thread', id: thread.id, title: null },
      agentId: acting.agent.id,
      trigger: 'auto',
      route: [acting.route.summarizer],
      afterRunId,
      input: { sourceText: words, subject: { threadId: thread.id } },
    });
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'spending_capped') throw error;
    log.info({ threadId: thread.id }, 'skipped the title: the spending cap is reached');
    return null;
  }
}

/** Queues a new message while an answer is in progress. Refuses edits and retries. */
async function waitOrRefuse(ports: SpacesPorts, request: TurnRequest): Promise<TurnStarted> {
  const { text, replaces, isQueued = false } = request;
  if (text === null || replaces !== null || isQueued) {
    throw new AppError('conflict', 'An answer is still in progress in this thread. Wait for it, or stop it.');
  }
  const { store, clock, newId, bus } = ports;
  const { threadId, messageId = messageIdSchema.parse(newId()) } = request;
  const at = clock.now();
  const outcome = await store.queueMessage({ threadId, id: messageId, text, at });
  if (outcome === 'missing') throw missingThread(threadId);
  if (outcome === 'taken')
    throw new AppError('conflict', 'Another message already has this ID. Use a new one.');
  if (outcome === 'full') {
    throw new AppError(
      'conflict',
      `${maxQueuedMessages} messages are waiting in this thread already. Wait for an answer, or remove one.`,
    );
  }
  await bus.publish({ kind: 'changed', what: 'threads' });
  // The answer may have ended just before the message was queued.
  await sendQueued(ports, threadId);
  return (
    (await findStarted(ports, { ...request, messageId })) ??
    describeQueued(ports, { threadId, messageId, text })
  );
}

/** Reports the answer in progress until the queued message has its own. */
async function describeQueued(
  { store, clock }: SpacesPorts,
  { threadId, messageId: id, text }: { threadId: ThreadId; messageId: MessageId; text: string },
): Promise<TurnStarted> {
  const runs = [...(await store.listThreadRuns({ threadId })), ...(await store.listLastRuns(threadId))];
  const replyRun = runs.find(({ taskType }) => taskType === 'reply');
  const thread = await store.getThread(threadId);
  if (thread === null || replyRun === undefined) throw missingThread(threadId);
  const tokens = (await loadTokenizer()).count(text);
  const made = { runId: null, provider: null, model: null, createdAt: clock.now() };
  const message = { id, threadId, seq: thread.lastSeq + 1, role: 'user' as const, text, tokens, ...made };
  return { message, replyRun, isQueued: true, foldRun: null, foldSkipped: null };
}

/** Sends the message that has waited longest, unless an answer is in progress. Any process may call it at any time. */
export async function sendQueued(ports: SpacesPorts, threadId: ThreadId): Promise<void> {
  try {
    const [next] = await ports.store.listQueued(threadId);
    if (next === undefined) return;
    const activeRuns = await ports.store.listThreadRuns({ threadId });
    if (activeRuns.some(({ taskType }) => taskType === 'reply')) return;
    const { id: messageId, text } = next;
    await startTurn(ports, { threadId, messageId, text, replaces: null, isQueued: true });
  } catch (error) {
    // The message stays queued. The end of the next answer, opening the thread, and the next start try again.
    ports.log.info({ threadId, err: error }, 'a queued message was not sent yet');
  }
}
