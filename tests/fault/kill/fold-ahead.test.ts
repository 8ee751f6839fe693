import { afterEach, beforeEach, expect, test } from 'vitest';
import { openStore } from '#store/open-store.ts';
import { describeEachPlace } from '#tests/contract/each-store.ts';
import { goodSummary } from '#tests/contract/spaces/open-spaces-bench.ts';
import {
  type ScriptedModel,
  startScriptedModel,
} from '#tests/fixtures/scripted-model/start-scripted-model.ts';
import { type ServerProcess, startServer } from '#tests/fixtures/start-server.ts';
import { talkerId } from './load-messages.ts';

const isFold = ({ system }: { system: string }) => system.includes('running summary');
const answer = 'An answer that says enough.';

describeEachPlace('kill -9 during a fold', (current) => {
  let model: ScriptedModel;
  let server: ServerProcess;

  beforeEach(async () => {
    model = await startScriptedModel();
    server = await startServer(current().place);
  });
  afterEach(async () => {
    await server.end('SIGKILL');
    await model.close();
  });

  test('loses neither it nor the message that waits for it: each is made once', async () => {
    const { place } = current();
    const hanging = new Promise<never>(() => {});
    model.always((request) => (isFold(request) ? hanging : { text: answer }));
    await server.client.agents.put(talkerId, {
      name: 'Talker',
      llm: { model: 'chat-model', apiBase: model.baseUrl('openai') },
      summarizer: { timeoutMs: 600_000 },
      memory: { policy: 'adaptive', hotPathTokenBudget: null, hotPathMarginPct: 0, recentMessageFloor: 2 },
    });
    const space = await server.client.spaces.create({ name: 'Research', agentId: talkerId });
    const { id } = await server.client.threads.create({ spaceId: space.id });
    for (let turn = 1; turn <= 7; turn++) {
      const { replyRun } = await server.client.threads.send(id, { text: `Question ${turn}.` });
      await Array.fromAsync(server.client.runs.events(replyRun.id));
    }
    await expect.poll(() => model.requests.filter(isFold).length).toBe(1);
    const { replyRun, foldRun } = await server.client.threads.send(id, { text: 'Question 8.' });
    expect(replyRun.afterRunId).toBe(foldRun?.id);
    await server.end('SIGKILL');

    model.always((request) => ({ text: isFold(request) ? goodSummary : answer }));
    server = await startServer(place);
    const events = await Array.fromAsync(server.client.runs.events(replyRun.id));
    expect(events.at(-1)).toMatchObject({ type: 'run-end', status: 'succeeded' });
    const asked = model.requests.findLast((request) => request.prompt === 'Question 8.');
    expect(asked?.system).toContain('SUMMARY: The user asked');
    const isSettled = async () => (await server.client.threads.get(id)).activeRuns.length === 0;
    await expect.poll(isSettled).toBe(true);
    await server.end('SIGKILL');

    const store = await openStore(place);
    try {
      const folds = (await store.runs.listRuns({ taskType: 'fold', limit: 50 })).items;
      // The second fold is due after the eighth answer.
      expect(folds.map(({ status }) => status)).toEqual(['succeeded', 'succeeded']);
      expect(await store.spaces.getThread(id)).toMatchObject({
        summaryRevision: 2,
        summaryThroughSeq: 8,
        lastSeq: 16,
      });
      expect(await store.checkIntegrity()).toBeNull();
      expect(await store.correctCounters()).toBeNull();
    } finally {
      await store.close();
    }
  });
});
