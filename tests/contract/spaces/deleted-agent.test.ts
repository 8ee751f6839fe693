import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { AppError } from '#schema/app-error.ts';
import { modelProfileIdSchema } from '#schema/ids.ts';
import { agentIdSchema, defaultAgentId } from '#schema/models/agent.ts';
import type { Thread } from '#schema/spaces/space.ts';
import { withRawDatabase } from '#tests/contract/store/with-raw-database.ts';
import type { ScriptedModel } from '#tests/fixtures/scripted-model/start-scripted-model.ts';
import { scriptedProfile } from '#tests/fixtures/scripted-profile.ts';
import { describeEachPlace } from '../each-store.ts';
import { agentId, openSpacesBench, type SpacesBench } from './open-spaces-bench.ts';

const other = agentIdSchema.parse('other');

describeEachPlace('an agent that a Space uses', (current) => {
  let bench: SpacesBench;
  beforeEach(async () => {
    bench = await openSpacesBench(current().place);
    await bench.client.agents.put(other, {
      name: 'Other',
      llm: { model: 'other-model', apiBase: bench.summarizer.baseUrl('openai'), apiKey: 'key-of-other' },
      memory: { policy: 'adaptive', hotPathTokenBudget: null, hotPathMarginPct: 0, recentMessageFloor: 2 },
    });
  });
  afterEach(() => bench.close());

  const refusal = (promise: Promise<unknown>) =>
    promise.then(
      () => null,
      (error: unknown) => (error instanceof AppError ? [error.code, error.message] : error),
    );

  test('is not deleted without a replacement, which takes its place in the Space', async () => {
    const thread = await bench.newThread();
    await bench.say(thread.id, 'Only the first server may read this.');
    const asked = bench.summarizer.requests.length;
    expect(await refusal(bench.client.agents.remove(agentId))).toEqual([
      'in_use',
      '“Talker” is used by the Space “Research”.',
    ]);
    expect((await bench.client.agents.get(agentId)).name).toBe('Talker');
    expect(await refusal(bench.client.agents.remove(agentId, agentId))).toMatchObject(['invalid_input', /./]);
    const nobody = agentIdSchema.parse('nobody');
    expect(await refusal(bench.client.agents.remove(agentId, nobody))).toMatchObject(['invalid_input', /./]);
    expect(bench.summarizer.requests).toHaveLength(asked);

    await bench.client.agents.remove(agentId, other);
    expect((await bench.client.spaces.list()).map((space) => space.agentId)).toEqual([other]);
    expect(await refusal(bench.client.agents.get(agentId))).toMatchObject(['not_found', /./]);
    const turn = await bench.say(thread.id, 'And this goes to the one that was chosen.');
    expect(turn.replyRun.agentId).toBe(other);
    const answers = (await bench.allMessages(thread.id)).filter(({ role }) => role === 'assistant');
    expect(answers.map(({ read }) => read?.agentName)).toEqual(['Talker', 'Other']);
  });

  test('sends nothing after it is gone, and the thread can be read until another one is chosen', async () => {
    const thread = await bench.newThread();
    await bench.say(thread.id, 'Only the first server may read this.');
    // An earlier version, or another process at this moment, may have deleted the agent like this.
    await withRawDatabase(current().place, (db) => sql`delete from agents where id = ${agentId}`.execute(db));
    bench.app.core.store.recent.forget();
    const asked = [bench.chat.requests.length, bench.summarizer.requests.length];
    const missing = [
      'agent_missing',
      expect.stringContaining('“talker” of the Space “Research” was deleted'),
    ];
    await expect
      .poll(() => refusal(bench.client.threads.send(thread.id, { text: 'Who reads this?' })))
      .toEqual(missing);
    expect(await refusal(bench.client.threads.retry(thread.id))).toEqual(missing);
    const view = await bench.client.threads.get(thread.id);
    expect(view.space.agentId).toBe(agentId);
    expect(await bench.allMessages(thread.id)).toHaveLength(2);
    expect([bench.chat.requests.length, bench.summarizer.requests.length]).toEqual(asked);

    await bench.client.spaces.patch(view.space.id, { agentId: other });
    const turn = await bench.say(thread.id, 'Now it does.');
    expect(turn.replyRun.agentId).toBe(other);
    expect(bench.chat.requests).toHaveLength(asked[0] ?? 0);
  });

  test('fails a run of its own that is still queued, and calls nobody', async () => {
    const thread = await bench.newThread();
    const { id } = await bench.app.core.engine.submit({
      taskType: 'title',
      source: { kind: 'thread', id: thread.id, title: null },
      agentId: 'gone',
      trigger: 'manual',
      route: [`agent:gone/summarizer` as never],
      input: { sourceText: 'A question', subject: { threadId: thread.id } },
    });
    expect(await bench.end(id)).toMatchObject({ status: 'failed', errorCode: 'agent_missing' });
    expect([bench.chat.requests, bench.summarizer.requests]).toEqual([[], []]);
  });

  test('is deleted at once where no Space uses it', async () => {
    await bench.client.agents.remove(other);
    expect(await refusal(bench.client.agents.get(other))).toMatchObject(['not_found', /./]);
  });

  describe('and is the default one', () => {
    const memory = {
      policy: 'adaptive' as const,
      hotPathTokenBudget: null,
      hotPathMarginPct: 0,
      recentMessageFloor: 2,
    };
    const own = () => ({ model: 'chat-model', apiBase: bench.chat.baseUrl('openai'), apiKey: 'key-of-chat' });

    async function setPrimary(server: ScriptedModel): Promise<void> {
      await bench.client.models.put({
        ...scriptedProfile('main', server.baseUrl('openai')),
        key: { kind: 'value', value: 'key-of-main' },
      });
      const summaryAgent = { primaryModelProfileId: modelProfileIdSchema.parse('main') };
      await bench.client.settings.patch({ summaryAgent });
    }

    async function talkInPrivate(): Promise<Thread> {
      const { id: spaceId } = await bench.client.spaces.create({ name: 'Private' });
      const thread = await bench.client.threads.create({ spaceId });
      await bench.say(thread.id, 'Only the first server may read this.');
      expect(bench.chat.requests.length).toBeGreaterThan(0);
      return thread;
    }

    test('is not reset to another server before a person has chosen that', async () => {
      await setPrimary(bench.summarizer);
      await bench.client.agents.put(defaultAgentId, { name: 'Mine', llm: own(), memory });
      const thread = await talkInPrivate();
      expect(await refusal(bench.client.agents.remove(defaultAgentId))).toEqual([
        'in_use',
        `“Mine” is used by the Space “Private”. After the reset, their threads would be sent to ${bench.summarizer.url}. To accept that, name assistant as its own replacement.`,
      ]);
      await bench.say(thread.id, 'And this.');
      expect(bench.summarizer.requests).toEqual([]);

      await bench.client.agents.remove(defaultAgentId, defaultAgentId);
      expect((await bench.client.agents.get(defaultAgentId)).name).toBe('Assistant');
      await bench.say(thread.id, 'Now the other one may.');
      expect(bench.summarizer.requests).toMatchObject([
        { prompt: 'Now the other one may.', headers: { authorization: 'Bearer key-of-main' } },
      ]);
    });

    test('is reset for another agent, which takes its place in the Space', async () => {
      await setPrimary(bench.summarizer);
      await bench.client.agents.put(defaultAgentId, { name: 'Mine', llm: own(), memory });
      await talkInPrivate();
      await bench.client.agents.remove(defaultAgentId, agentId);
      expect((await bench.client.agents.get(defaultAgentId)).name).toBe('Assistant');
      expect((await bench.client.spaces.list()).map((space) => space.agentId)).toEqual([agentId]);
    });

    test.each(['the same server', 'the built-in model'])('is reset at once to %s', async (target) => {
      if (target === 'the same server') await setPrimary(bench.chat);
      await bench.client.agents.put(defaultAgentId, { name: 'Mine', llm: own(), memory });
      const { spaceId } = await talkInPrivate();
      await bench.client.agents.remove(defaultAgentId);
      expect((await bench.client.agents.get(defaultAgentId)).name).toBe('Assistant');
      const spaces = await bench.client.spaces.list();
      expect(spaces.find(({ id }) => id === spaceId)?.agentId).toBe(defaultAgentId);
    });
  });
});
