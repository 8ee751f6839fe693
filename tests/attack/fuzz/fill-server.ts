import { randomUUID } from 'node:crypto';
import { createApi } from '#client/call-api.ts';
import { createClient } from '#client/create-client.ts';
import { conversationIdSchema } from '#schema/conversations-wire.ts';
import { agentIdSchema, messageIdSchema, modelProfileIdSchema } from '#schema/ids.ts';
import { initAnswerSchema, queuedAnswerSchema } from '#schema/sessions-wire.ts';
import { defaultSettings } from '#schema/settings.ts';
import { scriptedProfile } from '#tests/fixtures/scripted-profile.ts';
import type { Pool } from './known.ts';

interface World {
  url: string;
  /** Of a model that answers. */
  modelUrl: string;
  /** Of a feed, of a page, and of nothing. */
  urls: string[];
}

const story =
  'The old bridge was closed. The town wants a new one. Its engineers have drawn three plans for it. '.repeat(
    6,
  );

/** Something of every kind, made by the server itself, so that requests may name it. */
export async function fillServer({ url, modelUrl, urls }: World, pool: Pool): Promise<void> {
  const api = createApi({ fetch, baseUrl: url });
  const client = createClient({ fetch, baseUrl: url });
  const mark = randomUUID().slice(0, 8);
  await client.settings.patch(defaultSettings);

  const dead = modelProfileIdSchema.parse(`dead-${mark}`);
  await client.models.put({ ...scriptedProfile(dead, 'http://127.0.0.1:1/v1') });
  const scripted = modelProfileIdSchema.parse(`scripted-${mark}`);
  await client.models.put(scriptedProfile(scripted, modelUrl));
  const agentId = agentIdSchema.parse(`agent-${mark}`);
  await client.agents.put(agentId, { name: 'Writer', llm: { model: 'scripted', apiBase: modelUrl } });
  pool.add('models', 'builtin', dead, scripted);
  pool.add('modelUrls', modelUrl, 'http://127.0.0.1:1/v1');
  pool.add('agents', 'default', agentId);
  pool.add('urls', ...urls);
  pool.add('templates', ...(await client.templates.list()).map(({ id }) => id));

  const folder = await client.reader.folders.create({ name: `Bridges ${mark}` });
  const feed = await client.reader.feeds.addSample();
  pool.add('folders', folder.id);
  pool.add('feeds', feed.id);
  pool.add('opml', await client.reader.opml.export());
  for (const title of ['One', 'Two', 'Three']) {
    const { id } = await client.reader.entries.add({ kind: 'text', title: `${title} ${mark}`, text: story });
    pool.add('entries', id);
    const run = await client.reader.summaries.start(id);
    pool.add('runs', run.id);
  }
  const failing = await client.summarize({ text: story, modelProfileId: dead });
  pool.add('runs', failing.id);

  for (const name of ['First', 'Second']) {
    const space = await client.spaces.create({ name: `${name} ${mark}` });
    const thread = await client.threads.create({ spaceId: space.id });
    const id = messageIdSchema.parse(randomUUID());
    await client.threads.send(thread.id, { id, text: story });
    pool.add('spaces', space.id);
    pool.add('threads', thread.id);
    pool.add('messages', id);
    const conversation = conversationIdSchema.parse(`graph-${name}-${mark}`);
    await client.conversations.addTurn(conversation, {
      user_message: 'Which bridge?',
      final_response: story,
    });
    pool.add('conversations', conversation);
  }

  for (const project of ['web', 'shop']) {
    const contentSessionId = `oc-${project}-${mark}`;
    const send = (path: string, body: object) =>
      ({ method: 'POST', path: `/api/sessions/${path}`, body: { contentSessionId, ...body } }) as const;
    const prompt = { project, prompt: 'Mend the bridge.' };
    const { sessionDbId } = await api.read(initAnswerSchema, send('init', prompt));
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
  pool.add('issues', ...(await client.issues.list({ limit: 5 })).items.map(({ id }) => id));
}
