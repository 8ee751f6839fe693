import { afterEach, beforeEach, expect, test } from 'vitest';
import type { RunId } from '#schema/ids.ts';
import type { CheckTarget } from '#schema/runs/check-wire.ts';
import type { Run } from '#schema/runs/run.ts';
import { openStore } from '#store/open-store.ts';
import {
  type ConversationsBench,
  openConversationsBench,
  tripId,
} from '#tests/contract/conversations/open-conversations-bench.ts';
import { describeEachPlace } from '#tests/contract/each-store.ts';
import type { Reply, ScriptedRequest } from '#tests/fixtures/scripted-model/reply.ts';
import { decided, fixed, passageOf } from './scripted-checker.ts';

const said = 'The ferry leaves at 9:40. The ferry costs 12 euros.';
const wrong = 'The ferry costs 15 euros.';
const right = 'The ferry costs 12 euros.';
const free = 'The user asked when the ferry leaves, and the assistant said it.';

describeEachPlace('the narrative of a conversation that a model checks', (current) => {
  const target: CheckTarget = { kind: 'conversation', id: tripId };
  let bench: ConversationsBench;
  let narrative: string;
  let narrate: () => Reply | Promise<Reply>;

  const tick = (request: ScriptedRequest) =>
    decided(request, { [free]: { verdict: 'supported', passages: [passageOf(request, '9:40')] } });

  beforeEach(async () => {
    bench = await openConversationsBench(current().place);
    await bench.useModel();
    narrative = `${wrong} ${free}`;
    narrate = () => ({ text: narrative });
    bench.model.always((request) => {
      if (request.system.startsWith('You check')) return tick(request);
      return request.system.startsWith('You correct') ? fixed({ number: 1, text: right }) : narrate();
    });
  });
  afterEach(() => bench.close());

  const addTurn = (n: number) =>
    bench.client.conversations.addTurn(tripId, {
      user_message: `When does the ferry leave on day ${n}?`,
      final_response: said,
    });

  /** Adds so many turns that the first one leaves the window. */
  async function talk(): Promise<void> {
    for (const n of [1, 2, 3, 4]) await addTurn(n);
    expect(await narrativeOf()).toBe(narrative);
  }

  const narrativeOf = async () =>
    (await bench.client.conversations.get(tripId, {})).state.conversation.history_summary;
  const grounding = () => bench.client.conversations.grounding(tripId);
  const statesOf = async () => (await grounding()).sentences.map(({ state }) => state);

  async function end(runId: RunId): Promise<Run> {
    for await (const _ of bench.client.runs.events(runId, { signal: AbortSignal.timeout(100_000) })) {
      // Only the end of the run matters here.
    }
    return (await bench.client.runs.get(runId)).run;
  }

  async function newest(taskType: 'check' | 'repair'): Promise<Run> {
    const deadline = Date.now() + 20_000;
    for (;;) {
      const [run] = (await bench.client.runs.list({ taskType })).items;
      if (run) return end(run.id);
      if (Date.now() > deadline) throw new Error(`no run of ${taskType} was started`);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  }

  test('is compared with the turns it covers, and gets opinions after a turn that changed it', async () => {
    await bench.client.settings.patch({ check: { mode: 'all' } });
    await talk();
    const run = await newest('check');
    expect(run).toMatchObject({ status: 'succeeded', trigger: 'auto', source: { id: tripId } });
    const { text, check, messages, sentences } = await grounding();
    expect(text).toBe(narrative);
    const asked = 'When does the ferry leave on day 1?';
    expect(messages).toEqual([
      { turn: 1, speaker: 'user', start: 6, end: 6 + asked.length },
      { turn: 1, speaker: 'assistant', start: 19 + asked.length, end: 19 + asked.length + said.length },
    ]);
    expect(check).toMatchObject({ runId: run.id, model: 'scripted-model' });
    expect(sentences).toMatchObject([
      { state: 'different', flags: [{ kind: 'number', source: { turn: 1, text: '12 euros' } }] },
      { state: 'confirmed', opinion: { rules: 'not-checked', passages: [{ turn: 1 }] } },
    ]);
    expect((await bench.client.conversations.get(tripId, {})).activeRuns).toEqual([]);
  });

  test('keeps what a person says through a check, and forgets it when they withdraw it', async () => {
    await talk();
    const { text, sentences } = await grounding();
    const [first = { start: 0, end: 0 }] = sentences;
    const { start } = first;
    const sentence = { start, end: first.end, text: text.slice(start, first.end) };
    await bench.client.checks.saveVerdict({ target, sentence, verdict: 'right' });
    await end((await bench.client.checks.start({ target })).id);
    expect((await grounding()).sentences[0]).toMatchObject({
      state: 'confirmed',
      person: { verdict: 'right' },
    });
    await bench.client.checks.saveVerdict({ target, sentence, verdict: null });
    expect((await grounding()).sentences[0]?.person).toBeUndefined();
  });

  test('is corrected, read so by the next turn, and brought back', async () => {
    await talk();
    const run = await end((await bench.client.checks.repair({ target })).id);
    expect(run).toMatchObject({ status: 'succeeded' });
    expect(await narrativeOf()).toBe(`${right} ${free}`);
    expect(await statesOf()).toEqual(['quoted', 'not-checked']);
    await bench.client.checks.undo(run.id);
    expect(await narrativeOf()).toBe(narrative);

    await end((await bench.client.checks.repair({ target })).id);
    await addTurn(5);
    expect(bench.model.requests.at(-1)?.prompt).toContain(right);
    await expect(bench.client.checks.undo(run.id)).rejects.toMatchObject({ code: 'not_found' });
  });

  test('is not corrected under a turn in progress, which is not lost', async () => {
    await talk();
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    let started = () => {};
    const begun = new Promise<void>((resolve) => {
      started = resolve;
    });
    narrate = async () => {
      started();
      await held;
      return { text: `${right} ${free}` };
    };
    const turn = addTurn(5);
    await begun;
    const repair = await end((await bench.client.checks.repair({ target })).id);
    expect(repair).toMatchObject({ status: 'failed', errorCode: 'conflict' });
    release();
    expect((await turn).turn).toBe(5);
    expect(await narrativeOf()).toBe(`${right} ${free}`);
  });

  test('is still checked when a turn takes the conversation over from a dead process', async () => {
    await talk();
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    bench.model.always(async (request) => {
      if (!request.system.startsWith('You check')) return { text: narrative };
      await held;
      return tick(request);
    });
    const { id } = await bench.client.checks.start({ target });
    const store = await openStore(current().place);
    await store.conversations.takeLease({ id: tripId, token: 'dead', workerId: 'dead', at: 1, until: 2 });
    await store.close();
    await addTurn(5);
    release();
    // The narrative is the same word for word, so its check is still valid.
    expect(await end(id)).toMatchObject({ status: 'succeeded' });
  });

  test('leaves nothing behind when the conversation is deleted', async () => {
    await talk();
    const run = await end((await bench.client.checks.start({ target })).id);
    expect(run.status).toBe('succeeded');
    await bench.client.conversations.remove(tripId);
    await expect(bench.client.checks.state(target)).rejects.toMatchObject({ code: 'not_found' });
    const store = await openStore(current().place);
    const left = await store.checks.getOpinions(target);
    const events = await store.runs.readEvents({ runId: run.id, afterSeq: 0, limit: 9 });
    await store.close();
    expect([left, events]).toEqual([null, []]);
  });
});
