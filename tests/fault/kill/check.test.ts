import { afterEach, beforeEach, expect, test } from 'vitest';
import { openStore } from '#store/open-store.ts';
import { describeEachPlace } from '#tests/contract/each-store.ts';
import type { Reply, ScriptedRequest } from '#tests/fixtures/scripted-model/reply.ts';
import {
  type ScriptedModel,
  startScriptedModel,
} from '#tests/fixtures/scripted-model/start-scripted-model.ts';
import { scriptedProfile } from '#tests/fixtures/scripted-profile.ts';
import { type ServerProcess, startServer } from '#tests/fixtures/start-server.ts';

const source = [
  'The harbour bridge of Lunde will close on 3 March for repairs that cost 310 million kroner.',
  'The city council voted for the closure after engineers found rust in four of its nine pillars.',
  'Ferries will carry pedestrians across the harbour every twenty minutes until the bridge opens again.',
  'Shop owners on the east bank fear that they will lose customers during the works.',
].join(' ');
const free = 'Shop owners worry about a drop in trade.';
const wrong = 'The harbour bridge of Lunde will close on 3 March for repairs that cost 987 million kroner.';
const right = wrong.replace('987', '310');

const isCheck = ({ system }: ScriptedRequest) => system.startsWith('You check');
const isRepair = ({ system }: ScriptedRequest) => system.startsWith('You correct');
const verdict = { passages: [1, 2], wrong: '', reason: '' };

function answer(request: ScriptedRequest): Reply {
  if (isCheck(request)) {
    const [, asked = ''] = request.prompt.split('Sentences of the summary:');
    const lines = asked.match(/^\d+\. .*$/gm) ?? [];
    const sentences = lines.map((line, at) => ({
      ...verdict,
      number: at + 1,
      verdict: line.includes('987') ? 'contradicted' : 'supported',
    }));
    return { text: JSON.stringify({ sentences }) };
  }
  if (isRepair(request)) return { text: JSON.stringify({ sentences: [{ number: 1, text: right }] }) };
  return { text: `${free} ${wrong}` };
}

describeEachPlace('kill -9 between a summary, its check and its correction', (current) => {
  let model: ScriptedModel;
  let server: ServerProcess;

  beforeEach(async () => {
    model = await startScriptedModel({ reply: answer });
    server = await startServer(current().place);
  });
  afterEach(async () => {
    await server.end('SIGKILL');
    await model.close();
  });

  test('loses none of them: each is made once, and the text is the corrected one', async () => {
    const { place } = current();
    const hanging = new Promise<never>(() => {});
    const profile = scriptedProfile('primary', model.baseUrl('openai'));
    await server.client.models.put(profile);
    await server.client.settings.patch({
      summaryAgent: { primaryModelProfileId: profile.id },
      check: { mode: 'all', repair: true },
    });

    model.always((request) => (isCheck(request) ? hanging : answer(request)));
    const { id } = await server.client.reader.entries.add({
      kind: 'text',
      title: 'The bridge',
      text: source,
    });
    const run = await server.client.reader.summaries.start(id, {});
    await expect.poll(() => model.requests.filter(isCheck).length).toBe(1);
    await server.end('SIGKILL');

    model.always((request) => (isRepair(request) ? hanging : answer(request)));
    server = await startServer(place);
    const { items } = await server.client.reader.summaries.list(id);
    expect(items).toMatchObject([{ summary: { runId: run.id, text: `${free} ${wrong}` } }]);
    await expect.poll(() => model.requests.filter(isRepair).length).toBe(1);
    await server.end('SIGKILL');

    model.always(answer);
    server = await startServer(place);
    const textOf = async () => (await server.client.reader.summaries.list(id)).items[0]?.summary.text;
    await expect.poll(textOf).toBe(`${free} ${right}`);
    const isSettled = async () =>
      (await server.client.runs.list({ sourceId: String(id) })).items.every(
        ({ finishedAt }) => finishedAt !== null,
      );
    await expect.poll(isSettled).toBe(true);
    await server.end('SIGKILL');

    const store = await openStore(place);
    try {
      const ended = (await store.runs.listRuns({ limit: 50 })).items;
      expect(ended.map(({ taskType, status }) => [taskType, status])).toEqual([
        ['check', 'succeeded'],
        ['repair', 'succeeded'],
        ['check', 'succeeded'],
        ['summary', 'succeeded'],
      ]);
      const summary = await store.reader.getSummaryByRun(run.id);
      expect(summary?.grounding?.sentences.map(({ state }) => state)).toEqual(['confirmed', 'quoted']);
      expect(await store.checkIntegrity()).toBeNull();
      expect(await store.correctCounters()).toBeNull();
    } finally {
      await store.close();
    }
  });
});
