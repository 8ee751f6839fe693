import { randomUUID } from 'node:crypto';
import { type Api, createApi } from '#client/call-api.ts';
import { type Client, createClient } from '#client/create-client.ts';
import { conversationIdSchema } from '#schema/conversations/conversations-wire.ts';
import { modelProfileIdSchema, type RunId } from '#schema/ids.ts';
import { agentIdSchema, agentInputSchema } from '#schema/models/agent.ts';
import { queuedAnswerSchema, recordedPromptSchema } from '#schema/sessions/sessions-wire.ts';
import { defaultSettings } from '#schema/settings.ts';
import { scriptedProfile } from '#tests/fixtures/scripted-profile.ts';
import type { Pool } from './known.ts';

interface World {
  url: string;
  /** The URL of a working model. */
  modelUrl: string;
  /** The URLs of a feed, of a page, and of nothing. */
  urls: readonly [feed: string, page: string, nothing: string];
}

interface Filling {
  client: Client;
  api: Api;
  pool: Pool;
  /** A text that makes names unique. */
  mark: string;
}

const story =
  'The old bridge was closed. The town wants a new one. Its engineers have drawn three plans for it. '.repeat(
    6,
  );

/** Creates something of every kind through the server, so that requests can name it. */
export async function fillServer({ url, modelUrl, urls }: World, pool: Pool): Promise<void> {
  const client = createClient({ fetch, baseUrl: url });
  const api = createApi({ fetch, baseUrl: url });
  const filling = { client, api, pool, mark: randomUUID().slice(0, 8) };
  pool.add('urls', ...urls);
  pool.add('modelUrls', modelUrl, urls[2], 'http://127.0.0.1:1/v1');
  pool.add('templates', ...(await client.templates.list()).items.map(({ id }) => id));
  await client.settings.patch(defaultSettings);
  await fillModels(filling, { writer: modelUrl, dead: urls[2] });
  await fillReader(filling, urls[1]);
  await fillSpaces(filling);
  await fillSessions(filling);
  pool.add('issues', ...(await client.issues.list({ limit: 5 })).items.map(({ id }) => id));
}

async function fillModels({ client, pool, mark }: Filling, urls: Record<string, string>): Promise<void> {
  pool.add('models', 'builtin');
  pool.add('agents', 'default');
  for (const [name, apiBase] of Object.entries(urls)) {
    const id = agentIdSchema.parse(`${name}-${mark}`);
    const memory = { hotPathTokenBudget: 100 };
    const agent = { name, llm: { model: 'scripted', apiBase }, memory };
    await client.agents.put(id, agentInputSchema.parse(agent));
    await client.models.put(scriptedProfile(id, apiBase));
    pool.add('models', id);
    pool.add('agents', id);
  }
}

async function fillReader({ client, pool, mark }: Filling, page: string): Promise<void> {
  const { reader } = client;
  pool.add('folders', (await reader.folders.create({ name: `Bridges ${mark}` })).id);
  pool.add('feeds', (await reader.feeds.addSample()).id);
  pool.add('opml', await reader.opml.export());
  pool.add('entries', (await reader.entries.add({ kind: 'page', url: page })).id);
  for (const title of ['One', 'Two']) {
    const { id } = await reader.entries.add({ kind: 'text', title: `${title} ${mark}`, text: story });
    pool.add('entries', id);
    pool.add('runs', (await reader.summaries.start(id)).id);
  }
  const modelProfileId = modelProfileIdSchema.parse(`dead-${mark}`);
  const failing = await client.summarize({ text: story, modelProfileId });
  await untilEnded(client, failing.id);
  pool.add('runs', failing.id);
}

async function fillSpaces({ client, pool, mark }: Filling): Promise<void> {
  for (const name of ['dead', 'writer']) {
    const agentId = agentIdSchema.parse(`${name}-${mark}`);
    const space = await client.spaces.create({ name: `${name} ${mark}`, agentId });
    const thread = await client.threads.create({ spaceId: space.id });
    pool.add('spaces', space.id);
    pool.add('threads', thread.id);
    // With the third message, the first ones leave the window, so that there is a summary.
    for (const text of name === 'dead' ? [story] : [story, story, story]) {
      const { message, replyRun } = await client.threads.send(thread.id, { text });
      pool.add('messages', message.id);
      pool.add('runs', replyRun.id);
      await untilEnded(client, replyRun.id);
    }
    const { items } = await client.threads.messages(thread.id);
    pool.add('askedThreads', thread.id);
    pool.add('askedMessages', items.findLast(({ role }) => role === 'user')?.id ?? '');
    const conversation = conversationIdSchema.parse(`graph-${name}-${mark}`);
    const turn = { user_message: 'Which bridge?', final_response: story };
    await client.conversations.addTurn(conversation, turn);
    pool.add('conversations', conversation);
  }
}

async function fillSessions({ client, api, pool, mark }: Filling): Promise<void> {
  for (const project of ['web', 'shop']) {
    const contentSessionId = `oc-${project}-${mark}`;
    const send = (path: string, body: object) =>
      ({ method: 'POST', path: `/api/sessions/${path}`, body: { contentSessionId, ...body } }) as const;
    const prompt = { project, prompt: 'Mend the bridge.' };
    const { sessionDbId } = await api.read(recordedPromptSchema, send('init', prompt));
    const tool = { tool_name: 'bash', tool_input: 'ls', tool_response: story };
    await api.read(queuedAnswerSchema, send('observations', tool));
    const fields = { investigated: 'a', learned: 'b', completed: 'c', next_steps: 'd' };
    await api.send(send('summarize/ingest', { summary: { request: 'Mend the bridge', ...fields } }));
    pool.add('sessions', sessionDbId);
    pool.add('contentSessions', contentSessionId);
    pool.add('projects', project);
  }
  for (const [kind, letter, read] of [
    ['prompts', 'P', client.sessions.prompts],
    ['observations', 'O', client.sessions.observations],
    ['summaries', 'S', client.sessions.summaries],
  ] as const) {
    const ids = (await read({ limit: 5 })).items.map(({ id }) => id);
    pool.add(kind, ...ids);
    pool.add('refs', ...ids.map((id) => `${letter}${id}`));
  }
  pool.add('jsonl', await (await client.sessions.exportLines({ project: 'web' })).text());
}

async function untilEnded(client: Client, id: RunId): Promise<void> {
  for await (const event of client.runs.events(id)) if (event.type === 'run-end') return;
}
