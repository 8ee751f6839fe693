import { randomUUID } from 'node:crypto';
import type { NewRun, PreparedRun } from '#engine/ports.ts';
import type { RunId } from '#schema/ids.ts';
import { defaultAgentId } from '#schema/models/agent.ts';
import type { Run } from '#schema/runs/run.ts';
import {
  type Message,
  messageIdSchema,
  type ReplyInput,
  type Space,
  spaceIdSchema,
  type ThreadId,
  threadIdSchema,
} from '#schema/spaces/space.ts';
import type { StartTurn, StoredThread } from '#sources/thread/ports.ts';
import type { Store } from '#store/store.ts';
import { endRun, type FoldPayload, type ReplyPayload } from './end-run.ts';
import { input, makeRun, makeSuccess, prepareRun, startRun, startTime } from './make-run.ts';

export function makeSpace(changes: Partial<Space> = {}): Space {
  return {
    id: spaceIdSchema.parse(randomUUID()),
    name: 'Garden',
    instructions: 'Answer in short sentences.',
    agentId: defaultAgentId,
    createdAt: startTime,
    updatedAt: startTime,
    ...changes,
  };
}

/** Creates a thread in a Space of its own. */
export async function createThread(store: Store, at = startTime): Promise<StoredThread> {
  const space = makeSpace();
  await store.spaces.createSpace(space);
  const id = threadIdSchema.parse(randomUUID());
  await store.spaces.createThread({ id, spaceId: space.id, article: null, at });
  return requireThread(store, id);
}

export async function requireThread(store: Store, id: ThreadId): Promise<StoredThread> {
  const thread = await store.spaces.getThread(id);
  if (!thread) throw new Error(`there is no thread ${id}`);
  return thread;
}

export function makeQuestion(threadId: ThreadId, text: string): NonNullable<StartTurn['message']> {
  return {
    id: messageIdSchema.parse(randomUUID()),
    threadId,
    role: 'user',
    text,
    tokens: text.length,
    runId: null,
    provider: null,
    model: null,
    createdAt: startTime,
  };
}

export function makeReplyInput(threadId = threadIdSchema.parse(randomUUID())): ReplyInput {
  return {
    threadId,
    messageId: messageIdSchema.parse(randomUUID()),
    instructions: 'Answer in short sentences.',
    article: null,
    deletedArticle: null,
    summary: null,
    summaryTokens: 0,
    history: [{ role: 'user', text: 'When do I plant peas?' }],
    historyTokens: 7,
    questionTokens: 3,
    passages: [],
  };
}

export function makeThreadRun(
  threadId: ThreadId,
  taskType: 'fold' | 'reply' | 'title',
  changes: Partial<NewRun> = {},
): NewRun {
  return makeRun({
    taskType,
    source: { kind: 'thread', id: threadId, title: 'Peas' },
    targetLanguage: null,
    variant: {},
    ...changes,
  });
}

export function prepareReply(threadId: ThreadId, changes: Partial<PreparedRun> = {}): PreparedRun {
  return prepareRun(makeThreadRun(threadId, 'reply'), {
    input: { ...input, subject: makeReplyInput(threadId) },
    ...changes,
  });
}

export function makeTurn(thread: StoredThread, text: string, changes: Partial<StartTurn> = {}): StartTurn {
  return {
    threadId: thread.id,
    revision: thread.revision,
    summaryRevision: thread.summaryRevision,
    message: makeQuestion(thread.id, text),
    replaces: null,
    isQueued: false,
    runs: [prepareReply(thread.id)],
    at: startTime + 10,
    ...changes,
  };
}

/** Asks a question, planned from the thread as it is now. */
export async function ask(
  store: Store,
  threadId: ThreadId,
  text: string,
): Promise<{ message: Message; run: Run }> {
  const started = await store.spaces.startTurn(makeTurn(await requireThread(store, threadId), text));
  if (started.kind !== 'started') throw new Error(`the turn is ${started.kind}`);
  const [run] = started.runs;
  if (!run) throw new Error('the turn has no run');
  return { message: started.message, run };
}

export function makeReply(message: Message, text: string): ReplyPayload {
  return {
    kind: 'reply',
    threadId: message.threadId,
    messageId: message.id,
    newMessageId: messageIdSchema.parse(randomUUID()),
    text,
    tokens: text.length,
    provider: 'openai',
    model: 'gpt-2025',
    read: { summaryTokens: 0, messages: 1, messageTokens: 3, article: null },
    stoppedBy: null,
    foldAhead: null,
  };
}

/** Stores a question and its answer, each with its own finished run. */
export async function talk(store: Store, threadId: ThreadId, text: string): Promise<Message[]> {
  const { message, run } = await ask(store, threadId, `${text}?`);
  const reply = makeReply(message, `${text}!`);
  await startRun(store, run.id);
  await endRun(store, makeSuccess(run.id, { payload: reply }));
  const answer = await store.spaces.getMessage(reply.newMessageId);
  if (!answer) throw new Error('the answer was not stored');
  return [message, answer];
}

export function makeFold(thread: StoredThread, changes: Partial<FoldPayload> = {}): FoldPayload {
  const text = `Peas are planted in spring. (${thread.summaryRevision})`;
  return {
    kind: 'fold',
    reason: 'fold',
    threadId: thread.id,
    summaryRevision: thread.summaryRevision,
    throughSeq: thread.lastSeq,
    text,
    tokens: text.length,
    segments: [],
    model: 'small-2025',
    ...changes,
  };
}

export async function startThreadRun(
  store: Store,
  threadId: ThreadId,
  taskType: 'fold' | 'reply' | 'title',
  changes: Partial<NewRun> = {},
): Promise<RunId> {
  const run = makeThreadRun(threadId, taskType, changes);
  await store.runs.createRun(prepareRun(run));
  await startRun(store, run.id);
  return run.id;
}

/** Runs a fold from its start to the end that the store records. */
export async function fold(store: Store, payload: FoldPayload) {
  const runId = await startThreadRun(store, payload.threadId, 'fold');
  return { runId, result: await endRun(store, makeSuccess(runId, { payload })) };
}
