import { expect } from 'vitest';
import type { RunId } from '#schema/ids.ts';
import { agentIdSchema } from '#schema/models/agent.ts';
import type { Run } from '#schema/runs/run.ts';
import type { Message, SpaceId, Thread, ThreadId } from '#schema/spaces/space.ts';
import type { Store } from '#store/store.ts';
import { newestMark } from './answer-as-model.ts';
import { pause } from './pause.ts';
import type { Load, Scene } from './scene.ts';

export const talkerId = agentIdSchema.parse('talker');

const messagesPerThread = 25;
const waitsForReply = 60;

type SeenSummary = Pick<Thread, 'summaryRevision' | 'summaryThroughSeq' | 'summary'>;

interface Talk {
  id: ThreadId;
  sent: Map<Message['id'], { message: Message; isQueued: boolean }>;
  /** Each observed state of the summary, in order. */
  seen: SeenSummary[];
}

/** Makes a load of chats with an agent whose window is so small that nearly every message makes a fold due. */
export function loadMessages({ client }: Scene, name: string): Load {
  const talks: Talk[] = [];
  let spaceId: SpaceId | null = null;
  let number = 0;

  async function currentTalk(): Promise<Talk> {
    const last = talks.at(-1);
    if (last !== undefined && last.sent.size < messagesPerThread) return last;
    spaceId ??= (await client().spaces.create({ name: `Space ${name}`, agentId: talkerId })).id;
    const { id } = await client().threads.create({ spaceId });
    const talk: Talk = { id, sent: new Map(), seen: [] };
    talks.push(talk);
    return talk;
  }

  async function waitForReply(runId: RunId): Promise<void> {
    for (let waits = 0; waits < waitsForReply; waits++) {
      if ((await client().runs.get(runId)).run.finishedAt !== null) return;
      await pause(30);
    }
  }

  return {
    name: 'messages',
    async step() {
      const talk = await currentTalk();
      number += 1;
      const text = `M${name}-${number}: when does the ferry leave on this day, and how long does it take?`;
      const { message, replyRun, isQueued } = await client().threads.send(talk.id, { text });
      talk.sent.set(message.id, { message, isQueued });
      await waitForReply(replyRun.id);
      const { thread } = await client().threads.get(talk.id);
      talk.seen.push(thread);
    },
    async check(store, runs) {
      for (const talk of talks) await checkTalk(store, talk, runs);
    },
    acknowledged: () => talks.reduce((sum, { sent }) => sum + sent.size, 0),
  };
}

async function checkTalk(store: Store, { id, sent, seen }: Talk, runs: Run[]): Promise<void> {
  const own = runs.filter(({ source }) => source.kind === 'thread' && source.id === id);
  const messages = await store.spaces.listMessages({ threadId: id, afterSeq: 0, limit: 10_000 });
  expect(
    messages.map(({ seq }) => seq),
    `places in thread ${id}`,
  ).toEqual(messages.map((_, n) => n + 1));
  const waiting = await store.spaces.listQueued(id);
  for (const { message, isQueued } of sent.values()) {
    // A queued message gets its place only when the answer before it has ended.
    const stored = [...messages, ...waiting].find((one) => one.id === message.id);
    expect(stored).toMatchObject(isQueued ? { text: message.text } : message);
  }
  expectAnswers(messages, succeeded(own, 'reply'));

  const thread = await store.spaces.getThread(id);
  if (thread === null) throw new Error(`the thread ${id} is not there`);
  expectForward([...seen, thread]);
  expect(thread.summaryRevision, 'folds that succeeded').toBe(succeeded(own, 'fold').length);
  if (thread.summaryRevision === 0) return;
  expect(succeeded(own, 'fold').map((run) => run.id)).toContain(thread.summaryRunId);
  const covered = messages.filter(({ seq }) => seq <= thread.summaryThroughSeq);
  expect(newestMark(thread.summary ?? ''), 'what the summary has read').toBe(
    newestMark(covered.map(({ text }) => text).join('\n')),
  );
}

function succeeded(runs: Run[], taskType: Run['taskType']): Run[] {
  return runs.filter((run) => run.taskType === taskType && run.status === 'succeeded');
}

/** Checks that each answer follows its question, and that each succeeded run has written one. */
function expectAnswers(messages: Message[], replies: Run[]): void {
  const answers = messages.filter(({ role }) => role === 'assistant');
  expect(answers.map(({ runId }) => String(runId)).toSorted()).toEqual(
    replies.map(({ id }) => String(id)).toSorted(),
  );
  for (const { seq, text } of answers) {
    expect(newestMark(text)).toBe(newestMark(messages[seq - 2]?.text ?? ''));
  }
}

/** Checks that the boundary never moves back, and that each revision has one boundary and one summary. */
function expectForward(states: SeenSummary[]): void {
  for (const [at, state] of states.entries()) {
    const before = states[at - 1];
    if (before === undefined) continue;
    expect(state.summaryRevision).toBeGreaterThanOrEqual(before.summaryRevision);
    expect(state.summaryThroughSeq).toBeGreaterThanOrEqual(before.summaryThroughSeq);
    if (state.summaryRevision !== before.summaryRevision) continue;
    const { summaryThroughSeq, summary } = before;
    expect(state).toMatchObject({ summaryThroughSeq, summary });
  }
}
