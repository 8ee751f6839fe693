import { createApi } from '#client/call-api.ts';
import { type Client, createClient } from '#client/create-client.ts';
import { startFeedServer } from '#tests/fixtures/feed-server.ts';
import { startScriptedModel } from '#tests/fixtures/scripted-model/start-scripted-model.ts';
import { scriptedProfile } from '#tests/fixtures/scripted-profile.ts';
import { answerAsModel, chatModel, foldModel } from './answer-as-model.ts';
import { talkerId } from './load-messages.ts';
import { scriptedId } from './load-runs.ts';
import type { Scene } from './scene.ts';

/** The setting that allows the servers to fetch the scene's feeds. */
export const sceneEnv = { PRECIS_ALLOW_HOSTS: '127.0.0.1' };

/** The longest wait for an answer. A later one counts as missing. */
const patienceMs = 20_000;

const mostWaiting = 12;

export interface OpenScene extends Scene {
  /** Creates model, agent and settings, once a server is up. */
  prepare(): Promise<void>;
  close(): Promise<void>;
}

/** Opens the environment of servers on these ports, which may stop and restart. */
export async function openScene(random: () => number, ports: number[]): Promise<OpenScene> {
  const model = await startScriptedModel({ reply: answerAsModel(random) });
  const feeds = await startFeedServer();
  const servers = ports.map((port) => {
    const options = {
      baseUrl: `http://127.0.0.1:${port}`,
      fetch: (request: Request) => fetch(request, { signal: AbortSignal.timeout(patienceMs) }),
    };
    return { client: createClient(options), api: createApi(options) };
  });
  const anyServer = () => servers[Math.floor(random() * servers.length)] as (typeof servers)[number];
  return {
    random,
    client: () => anyServer().client,
    api: () => anyServer().api,
    async isBusy() {
      const { items } = await anyServer().client.runs.list({ status: 'queued', limit: mostWaiting });
      return items.length === mostWaiting;
    },
    model,
    feeds,
    prepare: () => prepare(anyServer().client, model.baseUrl('openai')),
    async close() {
      await model.close();
      await feeds.close();
    },
  };
}

async function prepare(client: Client, apiBase: string): Promise<void> {
  await client.models.put(scriptedProfile(scriptedId, apiBase));
  await client.agents.put(talkerId, {
    name: 'Talker',
    llm: { model: chatModel, apiBase },
    summarizer: { model: foldModel, apiBase },
    memory: { policy: 'adaptive', hotPathTokenBudget: 100, hotPathMarginPct: 0, recentMessageFloor: 2 },
  });
  // Every summary is counted at the end, so none may be evicted.
  await client.settings.patch({ storage: { summaryCap: 1_000_000 } });
}
