import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { conversationIdSchema } from '#schema/conversations/conversations-wire.ts';
import { modelProfileIdSchema } from '#schema/ids.ts';
import { makeTurn } from '#tests/contract/conversations/open-conversations-bench.ts';
import { agentId, openSpacesBench, type SpacesBench } from '#tests/contract/spaces/open-spaces-bench.ts';
import { scriptedProfile } from '#tests/fixtures/scripted-profile.ts';
import { broken } from './behaviours.ts';
import { type HostileModel, startHostileModel } from './start-hostile-model.ts';

let home: string;
let bench: SpacesBench;
let hostile: HostileModel;
const behave = broken.find(({ name }) => name.startsWith('sends bytes'))?.behave ?? (() => {});
const profileId = modelProfileIdSchema.parse('hostile');

beforeEach(async () => {
  home = mkdtempSync(join(tmpdir(), 'precis-tasks-'));
  bench = await openSpacesBench({ home, databaseUrl: null });
  hostile = await startHostileModel('openai', behave);
  await bench.client.models.put(scriptedProfile('hostile', hostile.baseUrl));
  await bench.client.settings.patch({ summaryAgent: { primaryModelProfileId: profileId } });
});
afterEach(async () => {
  await bench.close();
  await hostile.close();
  rmSync(home, { recursive: true, force: true, maxRetries: 5 });
});

test('a chat whose model sends no text keeps the message, says why, and is answered by a good one', async () => {
  const { client } = bench;
  await bench.setAgent({ llm: { model: 'm', apiBase: hostile.baseUrl, apiKey: 'k' } });
  const thread = await bench.newThread();
  const { replyRun } = await bench.say(thread.id, 'When does the ferry leave?');
  expect((await client.runs.get(replyRun.id)).run).toMatchObject({ errorCode: 'model_bad_response' });
  expect((await bench.allMessages(thread.id)).map(({ role, text }) => [role, text])).toEqual([
    ['user', 'When does the ferry leave?'],
  ]);
  await bench.setAgent();
  const retried = await client.runs.retry(replyRun.id);
  expect(await bench.end(retried.id)).toMatchObject({ status: 'succeeded' });
  expect(await bench.allMessages(thread.id)).toHaveLength(2);
});

test('a fold whose summarizer sends no text leaves the summary unchanged, and the chat continues', async () => {
  const { client } = bench;
  const thread = await bench.newThread();
  await bench.sayMany(thread.id, 9);
  const { thread: kept } = await client.threads.get(thread.id);
  expect(kept.summary).not.toBeNull();
  await bench.setAgent({ summarizer: { model: 'm', apiBase: hostile.baseUrl, apiKey: 'k' } });
  const turn = await bench.say(thread.id, 'Question 10.');
  // The fold follows the answer.
  const newestFold = async () =>
    (await client.runs.list({ taskType: 'fold', sourceId: thread.id, limit: 1 })).items[0];
  await expect.poll(async () => (await newestFold())?.errorCode).toBe('model_bad_response');
  expect((await client.runs.get(turn.replyRun.id)).run).toMatchObject({ status: 'succeeded' });
  expect((await client.threads.get(thread.id)).thread.summary).toEqual(kept.summary);
  expect(await bench.allMessages(thread.id)).toHaveLength(20);
});

test('a coding session whose summarizer sends no text keeps all its records, and says why', async () => {
  const { client } = bench;
  const session = { contentSessionId: 'coding', project: 'ferry' };
  await post('/api/sessions/init', { ...session, prompt: 'Mend the timetable.' });
  await client.sessions.summarize('coding');
  const isOver = async () =>
    (await client.runs.list({ limit: 10 })).items.filter(
      ({ taskType, finishedAt }) => taskType === 'session' && finishedAt !== null,
    );
  await expect.poll(isOver).toMatchObject([{ errorCode: 'model_bad_response' }]);
  expect((await client.sessions.prompts()).items).toHaveLength(1);
  expect((await client.sessions.summaries()).items).toEqual([]);
});

test('a turn whose Historian sends no text is taken in all the same, with an issue', async () => {
  const { client } = bench;
  const result = await client.conversations.addTurn(conversationIdSchema.parse('trip'), makeTurn(1));
  expect(result.turn).toBe(1);
  expect(result.issues).toMatchObject([{ code: 'model_bad_response' }]);
  expect(result.state.conversation.recent_turns).toHaveLength(1);
});

test('testing the connection says what is wrong', async () => {
  const { client } = bench;
  expect(await client.models.test(profileId)).toMatchObject({
    ok: false,
    message: expect.stringContaining('not valid UTF-8'),
  });
  expect((await client.agents.get(agentId)).name).toBe('Talker');
});

async function post(path: string, body: object): Promise<void> {
  const request = new Request(`http://127.0.0.1:37777${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const response = await bench.app.fetch(request);
  expect(response.status).toBe(200);
}
