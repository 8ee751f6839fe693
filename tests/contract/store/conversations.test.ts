import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import type { HistorianOutput } from '#schema/conversations/conversation.ts';
import { conversationIdSchema, type KeptTurn } from '#schema/conversations/conversations-wire.ts';
import { issueIdSchema, runIdSchema } from '#schema/ids.ts';
import type { LeaseResult, SaveTurn } from '#sources/conversation/ports.ts';
import type { Store } from '#store/store.ts';
import { describeEachStore } from '#tests/contract/each-store.ts';
import { endRun } from './end-run.ts';
import { createRun, createRunning, makeDeltas, makeFailure, makeSuccess, startTime } from './make-run.ts';

const id = conversationIdSchema.parse('trip');
const leaseMs = 1000;
const worker = { id: 'w1', host: 'here', pid: 1, beatAt: startTime };

function makeState(turn: number, words = `Turn ${turn}.`): HistorianOutput {
  return {
    conversation: {
      recent_turns: [{ user: words, assistant: words, entities_mentioned: [] }],
      history_summary: '',
      pending_clarification: null,
    },
    summarize_output: {
      turn_summary: words,
      entities_created: [],
      entities_updated: [],
      entities_deleted: [],
      artifacts_generated: {},
      artifacts_saved: {},
      errors: [],
    },
    entity_context: { active: [], background: [], current_turn: turn },
    session_constraints: { permanent_constraints: [], active_goal: null, query_patterns: [] },
    current_turn: turn,
  };
}

function makeTurn(number: number, words = `Turn ${number}.`): KeptTurn {
  return {
    number,
    user: words,
    assistant: words,
    assistantSummary: null,
    ledger: makeState(number, words).summarize_output,
    runIds: [runIdSchema.parse(randomUUID())],
    issues: [],
    createdAt: startTime + number,
  };
}

function leaseOf(token: string, at: number): Parameters<Store['conversations']['takeLease']>[0] {
  return { id, token, workerId: worker.id, at, until: at + leaseMs };
}

async function lease(store: Store, token: string, at = startTime) {
  const result: LeaseResult = await store.conversations.takeLease(leaseOf(token, at));
  if (result.kind !== 'leased') throw new Error('someone else holds the lease');
  return result;
}

function makeSave(token: string, number: number, changes: Partial<SaveTurn> = {}): SaveTurn {
  return {
    id,
    token,
    revision: number - 1,
    turn: makeTurn(number),
    state: makeState(number),
    idempotencyKey: null,
    requestHash: 'hash',
    ...changes,
  };
}

async function addTurns(store: Store, from: number, to: number): Promise<void> {
  for (let number = from; number <= to; number++) {
    await lease(store, `t${number}`, startTime + number);
    const key = { idempotencyKey: `key-${number}` };
    expect(await store.conversations.saveTurn(makeSave(`t${number}`, number, key))).toBe('saved');
  }
}

describeEachStore('the lease of a conversation', (current) => {
  beforeEach(async () => void (await current().store.runs.beat(worker)));

  test('has one holder at a time, and is free again after a save or a release', async () => {
    const { store, openAnother } = current();
    const other = await openAnother();
    expect(await lease(store, 'a')).toMatchObject({ state: null, revision: 0, takenOver: false });
    expect(await other.conversations.takeLease(leaseOf('b', startTime))).toEqual({ kind: 'busy' });
    expect(await store.conversations.saveTurn(makeSave('a', 1))).toBe('saved');
    expect(await lease(other, 'b')).toMatchObject({ state: makeState(1), revision: 1, takenOver: false });
    await other.conversations.releaseLease({ id, token: 'a' });
    expect(await store.conversations.takeLease(leaseOf('c', startTime))).toEqual({ kind: 'busy' });
    await other.conversations.releaseLease({ id, token: 'b' });
    expect(await lease(store, 'c')).toMatchObject({ revision: 1, takenOver: false });
  });

  test('goes to one of many who ask at once', async () => {
    const { store, openAnother } = current();
    const other = await openAnother();
    const results = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        (index % 2 === 0 ? store : other).conversations.takeLease(leaseOf(`t${index}`, startTime)),
      ),
    );
    expect(results.filter(({ kind }) => kind === 'leased')).toHaveLength(1);
  });

  test('that was not renewed runs out: who held it can neither renew it nor save', async () => {
    const { store } = current();
    await lease(store, 'slow');
    expect(await store.conversations.renewLease({ id, token: 'slow', until: startTime + 2 * leaseMs })).toBe(
      true,
    );
    expect(await store.conversations.takeLease(leaseOf('next', startTime + leaseMs))).toEqual({
      kind: 'busy',
    });
    expect(await lease(store, 'next', startTime + 2 * leaseMs)).toMatchObject({ takenOver: true });
    expect(await store.conversations.renewLease({ id, token: 'slow', until: startTime + 9 * leaseMs })).toBe(
      false,
    );
    expect(await store.conversations.saveTurn(makeSave('slow', 1))).toBe('lost');
    expect(await store.conversations.saveTurn(makeSave('next', 1))).toBe('saved');
    expect(await store.conversations.listTurns({ id, limit: 5 })).toMatchObject([{ number: 1 }]);
    expect(await store.checkIntegrity()).toBeNull();
  });

  test('ends with its worker', async () => {
    const { store } = current();
    await lease(store, 'killed');
    expect(await store.conversations.takeLease(leaseOf('next', startTime))).toEqual({ kind: 'busy' });
    await store.runs.removeWorker(worker.id);
    expect(await lease(store, 'next')).toMatchObject({ takenOver: true });
    expect(await store.conversations.saveTurn(makeSave('killed', 1))).toBe('lost');
  });

  test('of a first turn that was given up leaves no conversation', async () => {
    const { store } = current();
    await lease(store, 'a');
    expect(await store.conversations.getConversation(id)).toBeNull();
    expect(await store.conversations.deleteConversation(id)).toBe(false);
    expect((await store.conversations.listConversations({ limit: 5 })).items).toEqual([]);
    await store.conversations.releaseLease({ id, token: 'a' });
    expect(await store.conversations.saveTurn(makeSave('a', 1))).toBe('gone');
  });
});

describeEachStore('a turn of a conversation', (current) => {
  test('comes back as it went in, whatever it says', async () => {
    const { store } = current();
    const words = `"quoted" \\ $1 ? 👩‍👩‍👧‍👦 \u202e {{source}} ${'x'.repeat(1000)}`;
    await lease(store, 'a');
    const state = makeState(1, words);
    state.conversation.pending_clarification = { type: 'propose', goal: words };
    await store.conversations.saveTurn(makeSave('a', 1, { turn: makeTurn(1, words), state }));
    expect(await store.conversations.getConversation(id)).toEqual({
      id,
      lastUserMessage: [...words].slice(0, 300).join(''),
      turns: 1,
      pending: 'propose',
      createdAt: startTime,
      updatedAt: startTime + 1,
      state,
    });
    expect(await store.conversations.listTurns({ id, limit: 5 })).toMatchObject([
      { user: words, assistant: words },
    ]);
  });

  test('is saved whole or not at all', async () => {
    const { store } = current();
    await addTurns(store, 1, 1);
    await lease(store, 'again', startTime + 5);
    await expect(
      store.conversations.saveTurn(makeSave('again', 2, { idempotencyKey: 'key-1' })),
    ).rejects.toThrow();
    expect(await store.conversations.saveTurn(makeSave('again', 2, { revision: 0 }))).toBe('lost');
    expect(await store.conversations.getConversation(id)).toMatchObject({ turns: 1, state: makeState(1) });
    expect(await store.conversations.saveTurn(makeSave('again', 2))).toBe('saved');
    expect(await store.checkIntegrity()).toBeNull();
  });

  test('is found again by its key; its state is that of then for a while, and later that of now', async () => {
    const { store } = current();
    await addTurns(store, 1, 60);
    expect(await store.conversations.findAnswered(id, 'key-61')).toBeNull();
    expect(await store.conversations.findAnswered(conversationIdSchema.parse('other'), 'key-1')).toBeNull();
    const recent = await store.conversations.findAnswered(id, 'key-11');
    expect(recent).toMatchObject({ requestHash: 'hash', result: { turn: 11, state: makeState(11) } });
    const old = await store.conversations.findAnswered(id, 'key-10');
    expect(old).toMatchObject({ result: { conversationId: id, turn: 10, state: makeState(60) } });
    expect(
      (await store.conversations.listTurns({ id, before: 3, limit: 5 })).map(({ number }) => number),
    ).toEqual([1, 2]);
    expect((await store.conversations.listTurns({ id, limit: 2 })).map(({ number }) => number)).toEqual([
      59, 60,
    ]);
  });
});

describeEachStore('a conversation that is deleted', (current) => {
  test('takes its turns with it, and what was said in it from runs and issues', async () => {
    const { store } = current();
    await addTurns(store, 1, 2);
    const source = { kind: 'conversation' as const, id: 'trip', title: 'trip' };
    const failed = await createRunning(store, { taskType: 'turn-summary', source });
    await store.runs.appendEvents({ runId: failed.id, attempt: 1, events: makeDeltas(failed.id, 1, 3) });
    await endRun(store, makeFailure(failed.id));
    const other = await createRunning(store);
    await endRun(store, makeFailure(other.id));
    await store.runs.addIssue({
      id: issueIdSchema.parse(randomUUID()),
      kind: 'answer-refused',
      code: 'summary_refused',
      message: 'it names what the text does not: Nemo',
      runId: failed.id,
      details: {},
      lastEvents: [],
      createdAt: startTime,
    });
    const late = await createRunning(store, { taskType: 'history-narrative', source });
    const queued = await createRun(store, { taskType: 'history-narrative', source });
    expect((await store.conversations.listConversationRuns(id)).map((run) => run.id).toSorted()).toEqual(
      [late.id, queued.id].toSorted(),
    );

    expect(await store.conversations.deleteConversation(id)).toBe(true);
    expect(await store.conversations.getConversation(id)).toBeNull();
    expect(await store.conversations.listTurns({ id, limit: 5 })).toEqual([]);
    expect(await store.runs.getInput(failed.id)).toBeNull();
    expect(await store.runs.getInput(other.id)).not.toBeNull();
    expect(await store.runs.readEvents({ runId: failed.id, afterSeq: 0, limit: 5 })).toEqual([]);
    const { items } = await store.runs.listIssues({ limit: 5 });
    expect(items.map(({ kind }) => kind)).toEqual(['run-failed', 'run-failed']);
    expect(items.find(({ runId }) => runId === failed.id)?.lastEvents).toEqual([]);
    // The events of a run that ends after the deletion are deleted too.
    await store.runs.appendEvents({ runId: late.id, attempt: 1, events: makeDeltas(late.id, 1, 3) });
    expect(await endRun(store, makeSuccess(late.id, { payload: null }))).toBe('finished');
    expect(await store.runs.readEvents({ runId: late.id, afterSeq: 0, limit: 5 })).toEqual([]);
    expect(await store.conversations.deleteConversation(id)).toBe(false);
    expect(await store.checkIntegrity()).toBeNull();
  });
});
