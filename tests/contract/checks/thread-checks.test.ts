import { afterEach, beforeEach, expect, test } from 'vitest';
import type { RunId } from '#schema/ids.ts';
import type { CheckTarget } from '#schema/runs/check-wire.ts';
import type { Run } from '#schema/runs/run.ts';
import type { ThreadId } from '#schema/spaces/space.ts';
import { openStore } from '#store/open-store.ts';
import { describeEachPlace } from '#tests/contract/each-store.ts';
import { openSpacesBench, type SpacesBench } from '#tests/contract/spaces/open-spaces-bench.ts';
import type { ScriptedRequest } from '#tests/fixtures/scripted-model/reply.ts';
import {
  type ScriptedModel,
  startScriptedModel,
} from '#tests/fixtures/scripted-model/start-scripted-model.ts';
import { scriptedProfile } from '#tests/fixtures/scripted-profile.ts';
import { decided, fixed, passageOf } from './scripted-checker.ts';

const said = 'The ferry leaves at 9:40. The ferry costs 12 euros. The bus costs 15 euros.';
const copied = 'The ferry leaves at 9:40.';
const wrong = 'The ferry costs 15 euros.';
const right = 'The ferry costs 12 euros.';
const free =
  'The user asked one question after another, and each time the assistant said when the ferry leaves and what it costs in euros, and nothing else was mentioned so far.';
const later = 'Each question was about the ferry, and each answer said when it leaves.';

describeEachPlace('the summary of a thread that a model checks', (current) => {
  let bench: SpacesBench;
  let checker: ScriptedModel;
  let summary: string;

  const isFold = ({ system }: ScriptedRequest) => system.includes('running summary');
  const tick = (request: ScriptedRequest) => {
    const told = { verdict: 'supported' as const, passages: [passageOf(request, '9:40')] };
    return decided(request, { [free]: told, [later]: told });
  };

  beforeEach(async () => {
    summary = [copied, wrong, free].join(' ');
    bench = await openSpacesBench(current().place);
    bench.chat.always({ text: said });
    bench.summarizer.always((request) => ({ text: isFold(request) ? summary : 'Ferry' }));
    checker = await startScriptedModel({
      reply: (request) =>
        request.system.startsWith('You correct') ? fixed({ number: 1, text: right }) : tick(request),
    });
    const profile = scriptedProfile('checker', checker.baseUrl('openai'));
    await bench.client.models.put(profile);
    const { id } = profile;
    await bench.client.settings.patch({ check: { modelProfileId: id, repairModelProfileId: id } });
  });
  afterEach(async () => {
    await bench.close();
    await checker.close();
  });

  const targetOf = (id: ThreadId): CheckTarget => ({ kind: 'thread', id });
  const threadOf = async (id: ThreadId) => (await bench.client.threads.get(id)).thread;
  const statesOf = async (id: ThreadId) =>
    (await bench.client.threads.grounding(id)).sentences.map(({ state }) => state);

  /** Waits until there are this many runs of the kind, and returns the newest one once it has ended. */
  async function nth(taskType: 'check' | 'repair', count: number): Promise<Run> {
    const deadline = Date.now() + 20_000;
    for (;;) {
      const { items } = await bench.client.runs.list({ taskType });
      if (items.length >= count && items[0]) return bench.end(items[0].id);
      if (Date.now() > deadline) throw new Error(`no run of ${taskType} was started`);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  }

  /** Starts a thread with one fold. */
  async function startThread(): Promise<ThreadId> {
    const { id } = await bench.newThread();
    await bench.sayMany(id, 7);
    expect((await threadOf(id)).summary).toBe(summary);
    return id;
  }

  test('gets opinions after each fold, and those on unchanged sentences stay', async () => {
    await bench.client.settings.patch({ check: { mode: 'all' } });
    const id = await startThread();
    const run = await nth('check', 1);
    expect(run).toMatchObject({ status: 'succeeded', trigger: 'auto', source: { kind: 'thread', id } });
    const { check, sentences } = await bench.client.threads.grounding(id);
    expect(check).toMatchObject({ runId: run.id, model: 'checker-model', sentences: 3 });
    expect(sentences.map(({ state }) => state)).toEqual(['quoted', 'different', 'confirmed']);
    expect(sentences[2]?.opinion).toMatchObject({
      rules: 'not-checked',
      passages: [{ seq: 1, text: expect.stringContaining('9:40') }],
    });

    summary = `${later} ${[copied, wrong, free].join(' ')}`;
    await bench.say(id, 'Question 8.');
    await nth('check', 2);
    const asked = checker.requests.at(-1)?.prompt ?? '';
    expect(asked).toContain(later);
    expect(asked).not.toContain(free);
    const after = await bench.client.threads.grounding(id);
    expect(after.sentences.map(({ opinion }) => opinion?.state)).toEqual([
      'supported',
      'undecided',
      'undecided',
      'supported',
    ]);
    expect(after.sentences[3]?.opinion?.passages).toMatchObject([{ seq: 1 }]);

    // A person edits the summary. Each sentence that stays the same keeps its verdict, and no model is asked.
    const { summaryRevision } = await threadOf(id);
    await bench.client.threads.editSummary(id, { text: `${free} ${wrong}`, summaryRevision });
    const edited = await bench.client.threads.grounding(id);
    expect(edited.sentences.map(({ opinion }) => opinion?.state)).toEqual(['supported', undefined]);
    expect(checker.requests).toHaveLength(2);
  });

  test('keeps what a person says until the summary is another', async () => {
    const id = await startThread();
    const { sentences } = await bench.client.threads.grounding(id);
    const [{ start, end } = { start: 0, end: 0 }] = sentences;
    const sentence = { start, end, text: summary.slice(start, end) };
    await bench.client.checks.saveVerdict({ target: targetOf(id), sentence, verdict: 'wrong' });
    const now = await bench.client.threads.grounding(id);
    expect(now.sentences[0]).toMatchObject({ state: 'wrong', person: { verdict: 'wrong' } });
    await bench.end((await bench.client.checks.start({ target: targetOf(id) })).id);
    expect((await statesOf(id))[0]).toBe('wrong');
    summary = `${later} ${summary}`;
    await bench.say(id, 'Question 8.');
    const { sentences: after } = await bench.client.threads.grounding(id);
    expect(after.every(({ person }) => person === undefined)).toBe(true);
  });

  test('is corrected as a new version, and brought back as another', async () => {
    const id = await startThread();
    const { summaryTokens } = await threadOf(id);
    expect(checker.requests).toEqual([]);
    const run = await bench.end((await bench.client.checks.repair({ target: targetOf(id) })).id);
    expect(run).toMatchObject({ status: 'succeeded' });
    const text = [copied, right, free].join(' ');
    expect(await threadOf(id)).toMatchObject({
      summary: text,
      summaryRunId: run.id,
      summaryModel: 'checker-model',
      summaryThroughSeq: 2,
    });
    expect(await statesOf(id)).toEqual(['quoted', 'quoted', 'not-checked']);
    expect((await bench.client.threads.versions(id))[0]).toMatchObject({
      reason: 'repair',
      revision: 2,
      model: 'checker-model',
    });
    const { before } = await bench.client.checks.state(targetOf(id));
    expect(before).toMatchObject({ runId: run.id, text: summary });

    await bench.client.checks.undo(run.id);
    expect(await threadOf(id)).toMatchObject({ summary, summaryModel: 'summary-model', summaryTokens });
    expect((await bench.client.threads.versions(id))[0]).toMatchObject({ reason: 'restore', revision: 3 });
    expect(await statesOf(id)).toEqual(['quoted', 'different', 'not-checked']);
    await expect(bench.client.checks.undo(run.id)).rejects.toMatchObject({ code: 'not_found' });
  });

  test('has no runs any more that were about another text of it', async () => {
    const id = await startThread();
    checker.always({ fault: { kind: 'status', status: 401 } });
    const failed = await bench.end((await bench.client.checks.start({ target: targetOf(id) })).id);
    expect(await bench.client.checks.state(targetOf(id))).toMatchObject({
      text: summary,
      check: { id: failed.id, status: 'failed' },
    });
    const text = [copied, free, later].join(' ');
    await bench.client.threads.editSummary(id, { text, summaryRevision: 1 });
    expect(await bench.client.checks.state(targetOf(id))).toMatchObject({ text, check: null, repair: null });
  });

  test('says in which messages its passages are', async () => {
    const id = await startThread();
    const { messages, sentences } = await bench.client.threads.grounding(id);
    const asked = 'Question 1.';
    expect(messages).toEqual([
      { seq: 1, start: 6, end: 6 + asked.length },
      { seq: 2, start: 30, end: 30 + said.length },
    ]);
    const [passage] = sentences[0]?.support ?? [];
    expect(passage).toMatchObject({ seq: 2, text: expect.stringContaining('9:40') });
    expect((passage?.end ?? 0) - (passage?.start ?? 0)).toBe(passage?.text.length);
  });

  test('is corrected in the block that is wrong, and the others stay as they are', async () => {
    await bench.setAgent({
      memory: { policy: 'segments', hotPathTokenBudget: 100, hotPathMarginPct: 0, recentMessageFloor: 2 },
    });
    bench.chat.always({ text: `${said} ${'This is the same answer as the one before. '.repeat(6)}` });
    const blocks = [`${copied} ${free} ${later}`, `${copied} ${wrong} ${free}`];
    let folds = 0;
    bench.summarizer.always((request) => ({
      text: isFold(request) ? (blocks[folds++] ?? `${later} ${free}`) : 'Ferry',
    }));
    const { id } = await bench.newThread();
    for (let turn = 1; folds < 2; turn += 1) await bench.say(id, `Question ${turn}.`);
    await bench.end((await bench.client.checks.repair({ target: targetOf(id) })).id);
    const store = await openStore(current().place);
    const segments = (await store.spaces.getThread(id))?.segments.map(({ text }) => text);
    await store.close();
    expect(segments).toEqual([blocks[0], `${copied} ${right} ${free}`]);
    expect((await threadOf(id)).summary).toBe(segments?.join('\n\n'));
  });

  test('is not corrected under a fold that has read it, and the fold is not lost', async () => {
    const id = await startThread();
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    bench.summarizer.always(async (request) => {
      if (isFold(request)) await held;
      return { text: isFold(request) ? [copied, free, later].join(' ') : 'Ferry' };
    });
    const rebuild = await bench.client.threads.rebuildSummary(id);
    const repair = await bench.end((await bench.client.checks.repair({ target: targetOf(id) })).id);
    expect(repair).toMatchObject({ status: 'failed', errorCode: 'conflict' });
    expect((await threadOf(id)).summary).toBe(summary);
    release();
    expect(await bench.end(rebuild.id)).toMatchObject({ status: 'succeeded' });
    expect((await threadOf(id)).summary).toBe([copied, free, later].join(' '));
  });

  test('is checked and corrected by itself where the settings say so, and left alone without a fold', async () => {
    await bench.client.settings.patch({ check: { mode: 'all', repair: true } });
    const id = await startThread();
    await nth('check', 1);
    expect(await nth('repair', 1)).toMatchObject({ status: 'succeeded', trigger: 'auto' });
    expect((await threadOf(id)).summary).toBe([copied, right, free].join(' '));
    expect(await statesOf(id)).toEqual(['quoted', 'quoted', 'confirmed']);
    bench.summarizer.always({ fault: { kind: 'status', status: 401 } });
    await bench.end((await bench.client.threads.rebuildSummary(id)).id);
    // The check, the correction and the check of the corrected sentence.
    expect(checker.requests).toHaveLength(3);
  });

  test('leaves nothing behind when the thread is deleted under a check', async () => {
    const id = await startThread();
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    let started = () => {};
    const begun = new Promise<void>((resolve) => {
      started = resolve;
    });
    await bench.end((await bench.client.checks.start({ target: targetOf(id) })).id);
    checker.always(async (request) => {
      started();
      await held;
      return tick(request);
    });
    const run = await bench.client.checks.start({ target: targetOf(id) });
    await begun;
    await bench.client.threads.remove(id);
    release();
    expect((await bench.end(run.id)).status).toBe('cancelled');
    await expect(bench.client.checks.state(targetOf(id))).rejects.toMatchObject({ code: 'not_found' });
    expect(await textsOf(run.id, id)).toBeNull();
  });

  async function textsOf(runId: RunId, id: ThreadId): Promise<unknown> {
    const store = await openStore(current().place);
    const left = (await store.checks.getOpinions(targetOf(id))) ?? (await store.runs.getInput(runId));
    await store.close();
    return left;
  }
});
