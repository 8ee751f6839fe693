import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createClient } from '#client/create-client.ts';
import {
  allText,
  contextsIn,
  decision,
  questionAboutIt,
  recalledIn,
  storeSessions,
} from '#tests/fixtures/earlier-sessions.ts';
import { openServedSession } from './ask-served.ts';
import { type CodingModel, startCodingModel } from './coding-model.ts';
import { opencode, openProject, type Project, type Served } from './open-project.ts';
import { startWorker, type Worker } from './start-worker.ts';

/** On a busy machine the plugin stops waiting for the memory, so new sessions are asked until it was in time. */
const patient = { timeout: 120_000 };

describe.skipIf(opencode === null)('a prompt to the real OpenCode', () => {
  let model: CodingModel;
  let worker: Worker;
  let project: Project;
  let served: Served;
  let quoted: RegExp;

  beforeAll(async () => {
    model = await startCodingModel();
  });
  afterAll(() => model?.close());
  beforeEach(async () => {
    model.reset();
    worker = await startWorker();
    project = await openProject({ modelUrl: model.baseUrl, workerUrl: worker.url, isLoadedTwice: true });
    quoted = await storeSessions(createClient({ fetch, baseUrl: worker.url }), project.dir);
    served = await project.serve();
  });
  afterEach(async () => {
    await served?.end();
    await worker?.close();
    project?.close();
  });

  const open = () => openServedSession(served, project.dir);

  /** The request with which a prompt of a new session reached the model, and the session. */
  async function askNew(prompt: string): Promise<{ id: string; request: unknown }> {
    const session = await open();
    await session.ask(prompt);
    return { id: session.id, request: model.turns().at(-1)?.body };
  }

  test('brings what an earlier session decided, as a part of its own that is not remembered again', async () => {
    let asked = await askNew(questionAboutIt);
    await expect
      .poll(async () => {
        if (recalledIn(asked.request).length === 0) asked = await askNew(questionAboutIt);
        return recalledIn(asked.request);
      }, patient)
      .toEqual([expect.stringMatching(quoted)]);

    const [own, added, ...others] = await partsOf(asked.id);
    expect(own).toMatchObject({ type: 'text', text: questionAboutIt });
    expect(own?.synthetic).not.toBe(true);
    expect(added).toMatchObject({ type: 'text', synthetic: true, text: expect.stringMatching(quoted) });
    expect(String(added?.id) > String(own?.id)).toBe(true);
    expect(others).toEqual([]);

    const unrelated = await askNew('what is 2+2?');
    expect(recalledIn(unrelated.request)).toEqual([]);
    expect(allText(unrelated.request)).not.toContain(decision);
    expect(await partsOf(unrelated.id)).toMatchObject([{ text: 'what is 2+2?' }]);

    const prompts = async () =>
      (await worker.list('prompts')).filter(({ contentSessionId }) => contentSessionId === asked.id);
    await expect.poll(prompts).toMatchObject([{ text: questionAboutIt }]);
    await expect
      .poll(async () => (await worker.list('summaries')).map(({ contentSessionId }) => contentSessionId))
      .toContain(asked.id);
    const kinds = ['prompts', 'observations', 'summaries'] as const;
    const kept = JSON.stringify(await Promise.all(kinds.map((kind) => worker.list(kind))));
    expect(kept).not.toMatch(/opencode-mem-context|From memory/);
    expect(kept.split(decision)).toHaveLength(2);
    for (const { prompt } of model.summaries()) expect(prompt).not.toContain(decision);
  });

  test('after a compaction has the standing instructions that the session itself began with', async () => {
    const session = await open();
    await session.ask('Never push to main without asking.');
    expect(contextsIn(model.turns().at(-1)?.body).join()).not.toContain('Never push');
    const response = await fetch(at(`/session/${session.id}/summarize`), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ providerID: 'fake', modelID: 'fake-1' }),
    });
    expect(response.status).toBe(200);
    await session.ask('go on');
    expect(contextsIn(model.turns().at(-1)?.body)).toEqual([
      expect.stringMatching(/\n## Standing instructions\n[^]*- Never push to main without asking\./),
    ]);
  });

  const at = (path: string): string => `${served.url}${path}?directory=${encodeURIComponent(project.dir)}`;

  /** The parts of the prompt of a session, as OpenCode stored them. */
  async function partsOf(id: string): Promise<Record<string, unknown>[]> {
    const messages = (await (await fetch(at(`/session/${id}/message`))).json()) as {
      info: { role: string };
      parts: Record<string, unknown>[];
    }[];
    return messages.find(({ info }) => info.role === 'user')?.parts ?? [];
  }
});
