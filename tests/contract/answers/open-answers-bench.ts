import { type App, createApp } from '#app/create-app.ts';
import { createLog } from '#app/create-log.ts';
import { readConfig } from '#app/read-config.ts';
import { type Client, createClient } from '#client/create-client.ts';
import { modelProfileIdSchema } from '#schema/ids.ts';
import { agentIdSchema } from '#schema/models/agent.ts';
import type { Run } from '#schema/runs/run.ts';
import type { ScriptedRequest } from '#tests/fixtures/scripted-model/reply.ts';
import {
  type ScriptedModel,
  startScriptedModel,
} from '#tests/fixtures/scripted-model/start-scripted-model.ts';
import { scriptedProfile } from '#tests/fixtures/scripted-profile.ts';
import type { StorePlace } from '../each-store.ts';

/** A complete Precis whose primary model and fallback give the same answers. */
export interface AnswersBench {
  client: Client;
  primary: ScriptedModel;
  fallback: ScriptedModel;
  /** Sets the answer of both models and forgets their requests. */
  answer(reply: string | ((request: ScriptedRequest) => string)): void;
  post(path: string, body: object): Promise<Response>;
  end(run: Pick<Run, 'id'>): Promise<Run>;
  /** Waits for the newest run of a task. */
  newest(taskType: Run['taskType']): Promise<Run>;
  close(): Promise<void>;
}

/** The profile whose context is so small that it reads an article in parts. */
export const smallId = modelProfileIdSchema.parse('small');
export const agentId = agentIdSchema.parse('talker');

export async function openAnswersBench(place: StorePlace): Promise<AnswersBench> {
  const config = readConfig({
    PRECIS_HOME: place.home,
    ...(place.databaseUrl === null ? {} : { DATABASE_URL: place.databaseUrl }),
  });
  const app: App = await createApp(config, { mode: 'server', log: createLog({ level: 'silent' }) });
  const primary = await startScriptedModel();
  const fallback = await startScriptedModel();
  const baseUrl = `http://127.0.0.1:${config.port}`;
  const client = createClient({ fetch: (input, init) => app.fetch(new Request(input, init)), baseUrl });
  await app.start();
  await client.models.put(scriptedProfile('primary', primary.baseUrl('openai')));
  await client.models.put(scriptedProfile('fallback', fallback.baseUrl('openai')));
  const small = scriptedProfile('small', primary.baseUrl('openai'));
  await client.models.put({ ...small, contextTokens: 2600, maxOutputTokens: 700 });
  await client.settings.patch({
    summaryAgent: {
      primaryModelProfileId: modelProfileIdSchema.parse('primary'),
      fallbackModelProfileId: modelProfileIdSchema.parse('fallback'),
    },
  });
  const api = { apiBase: primary.baseUrl('openai'), apiKey: 'key' };
  await client.agents.put(agentId, {
    name: 'Talker',
    llm: { model: 'chat-model', ...api },
    summarizer: { model: 'summary-model', ...api },
    memory: {
      policy: 'adaptive',
      hotPathTokenBudget: 100,
      hotPathMarginPct: 0,
      recentMessageFloor: 2,
    },
  });

  async function end({ id }: Pick<Run, 'id'>): Promise<Run> {
    for await (const _ of client.runs.events(id, { signal: AbortSignal.timeout(60_000) })) {
      // Only the end of the run matters here.
    }
    return (await client.runs.get(id)).run;
  }

  return {
    client,
    primary,
    fallback,
    answer(reply) {
      for (const model of [primary, fallback]) {
        model.requests.length = 0;
        model.always(typeof reply === 'string' ? { text: reply } : (request) => ({ text: reply(request) }));
      }
    },
    post: async (path, body) =>
      app.fetch(
        new Request(`${baseUrl}${path}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(body),
        }),
      ),
    end,
    async newest(taskType) {
      const [run] = (await client.runs.list({ taskType, limit: 1 })).items;
      if (run === undefined) throw new Error(`no run of ${taskType}`);
      return end(run);
    },
    async close() {
      await app.stop(0);
      await primary.close();
      await fallback.close();
    },
  };
}
