import { inject } from 'vitest';
import { runIdSchema } from '#schema/ids.ts';
import type { Run } from '#schema/runs/run.ts';
import type { RunEvent, RunEventBody } from '#schema/runs/run-event.ts';
import { type Message, messageIdSchema, type Thread } from '#schema/spaces/space.ts';
import { type ThreadView, type TurnStarted, threadViewSchema } from '#schema/spaces/spaces-wire.ts';
import { runPageSchema } from '#schema/wire.ts';
import { openStream } from '../open-stream.ts';
import type { Answers } from '../script-answers.ts';

export const { threadId } = inject('world');
export const threadPath = `/spaces/thread/${threadId}`;
export const summary =
  'The user plans to move the office to Lisbon. They asked one question after another, and each got an answer.';

const run = runPageSchema
  .parse(inject('recordedAnswers')['runs.list']?.[''])
  .items.find(({ taskType }) => taskType === 'reply');

function makeId(number: number): string {
  return `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
}

export function makeRun(number: number, change: Partial<Run>): Run {
  if (run === undefined) throw new Error('the recorded server has answered in no thread');
  return { ...run, id: runIdSchema.parse(makeId(number)), afterRunId: null, ...change };
}

export function makeMessage(seq: number, text: string, more: Partial<Message> = {}): Message {
  const isAnswer = seq % 2 === 0;
  return {
    id: messageIdSchema.parse(makeId(seq)),
    threadId,
    seq,
    role: isAnswer ? 'assistant' : 'user',
    text,
    tokens: 6,
    runId: isAnswer ? runIdSchema.parse(makeId(1000 + seq)) : null,
    provider: isAnswer ? 'openai-compatible' : null,
    model: isAnswer ? 'scripted-1' : null,
    createdAt: 1_795_000_000_000 + seq,
    ...more,
  };
}

/** Makes questions and their answers. */
export function makeTurns(count: number): Message[] {
  return Array.from({ length: count }, (_, index) => [
    makeMessage(2 * index + 1, `Question ${index + 1}`),
    makeMessage(2 * index + 2, `Answer to: Question ${index + 1}`),
  ]).flat();
}

/** The fields of a thread whose summary covers the messages up to this one. */
export function summarized(throughSeq: number): Partial<Thread> {
  return {
    summary,
    summaryThroughSeq: throughSeq,
    summaryRevision: 1,
    summaryRunId: makeRun(1, {}).id,
    summaryModel: 'scripted-1',
    summaryTokens: 50,
  };
}

interface Kept {
  messages: readonly Message[];
  thread?: Partial<Thread>;
  view?: Partial<ThreadView>;
}

/** Keeps a thread without an article, which a test can change. */
export function keepThread(first: Kept) {
  const recorded = threadViewSchema.parse(inject('recordedAnswers')['threads.get']?.[threadId]);
  let { messages } = first;
  let view: ThreadView = {
    ...recorded,
    article: null,
    window: { policy: 'adaptive', liveTurns: 4, maxTurns: 6 },
  };
  const none = {
    summary: null,
    summaryThroughSeq: 0,
    summaryRevision: 0,
    summaryRunId: null,
    summaryTokens: 0,
  };
  view = { ...view, thread: { ...view.thread, ...none, article: null } };
  function change({ messages: others = messages, thread, view: more }: Partial<Kept>): void {
    messages = others;
    const counts = { messageCount: messages.length, lastSeq: messages.at(-1)?.seq ?? 0 };
    view = { ...view, ...more, thread: { ...view.thread, ...counts, ...thread } };
  }
  change(first);
  const threads = {
    get: () => view,
    grounding: () => ({ summaryRevision: view.thread.summaryRevision, messages: [], sentences: [] }),
    versions: [],
    messages(_id, query) {
      const { beforeSeq = Number.POSITIVE_INFINITY, afterSeq = 0, limit = 100 } = query ?? {};
      const [from, to, count] = [afterSeq, beforeSeq, limit].map(Number) as [number, number, number];
      const found = messages.filter(({ seq }) => seq > from && seq < to);
      const items = query?.afterSeq === undefined ? found.slice(-count) : found.slice(0, count);
      return { items, hasMore: items.length < found.length };
    },
  } satisfies NonNullable<Answers['threads']>;
  return { threads, change, view: () => view };
}

/** The stream of a run, whose events the test sends one by one. */
export function followedRun({ id: runId }: Run) {
  const events = openStream<RunEvent>();
  let seq = 0;
  return {
    events,
    say(...bodies: RunEventBody[]) {
      for (const body of bodies) {
        seq += 1;
        events.send({ runId, seq, at: 1_795_000_000_000 + seq, ...body });
      }
    },
  };
}

export const runStart = { type: 'run-start', attempt: 1 } as const;
export const delta = (text: string) => ({ type: 'text-delta', text }) as const;
export const ended = (status: 'succeeded' | 'cancelled') =>
  ({ type: 'run-end', status, errorCode: null, message: null }) as const;

export function startedBy(message: Message, replyRun: Run, more: Partial<TurnStarted> = {}): TurnStarted {
  return { message, replyRun, isQueued: false, foldRun: null, foldSkipped: null, ...more };
}
