import { type App, createApp } from '#app/create-app.ts';
import { createLog } from '#app/create-log.ts';
import { readConfig } from '#app/read-config.ts';
import { type Client, createClient } from '#client/create-client.ts';
import { modelProfileIdSchema } from '#schema/ids.ts';
import { agentIdSchema } from '#schema/models/agent.ts';
import type { Run } from '#schema/runs/run.ts';
import type { ScriptedRequest } from '#tests/fixtures/scripted-model/reply.ts';
import { startScriptedModel } from '#tests/fixtures/scripted-model/start-scripted-model.ts';
import { scriptedProfile } from '#tests/fixtures/scripted-profile.ts';
import type { StorePlace } from '../each-store.ts';

type Answering = (request: ScriptedRequest) => string;

/** A complete Precis whose primary model and fallback give the same answers. */
export interface AnswersBench {
  client: Client;
  /** Sets what both models answer to a prompt that has this mark. */
  answer(mark: string, reply: Answering): void;
  /** Whether the fallback got a prompt with this mark. */
  isFallbackAsked(mark: string): boolean;
  post(path: string, body: object): Promise<Response>;
  end(run: Pick<Run, 'id'>): Promise<Run>;
  close(): Promise<void>;
}

/** What the models answer to a prompt without a mark. */
const usual = 'It is all there, word for word.';

/** The profile whose context is so small that it reads an article in parts. */
export const smallId = modelProfileIdSchema.parse('small');
export const agentId = agentIdSchema.parse('talker');

export async function openAnswersBench(place: StorePlace): Promise<AnswersBench> {
  const config = readConfig({
    PRECIS_HOME: place.home,
    ...(place.databaseUrl === null ? {} : { DATABASE_URL: place.databaseUrl }),
  });
  const app: App = await createApp(config, { mode: 'server', log: createLog({ level: 'silent' }) });
  const answers = new Map<string, Answering>();
  const reply = (request: ScriptedRequest) => {
    const mark = /\(case-[\w-]+\)/u.exec(request.prompt)?.[0] ?? '';
    return { text: answers.get(mark)?.(request) ?? usual };
  };
  const primary = await startScriptedModel({ reply });
  const fallback = await startScriptedModel({ reply });
  const baseUrl = `http://127.0.0.1:${config.port}`;
  const client = createClient({ fetch: (input, init) => app.fetch(new Request(input, init)), baseUrl });
  await app.start();
  const concurrency = 8;
  await client.models.put({ ...scriptedProfile('primary', primary.baseUrl('openai')), concurrency });
  await client.models.put({ ...scriptedProfile('fallback', fallback.baseUrl('openai')), concurrency });
  const small = scriptedProfile('small', primary.baseUrl('openai'));
  await client.models.put({ ...small, concurrency, contextTokens: 1700, maxOutputTokens: 600 });
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
    answer: (mark, answering) => void answers.set(mark, answering),
    isFallbackAsked: (mark) => fallback.requests.some(({ prompt }) => prompt.includes(mark)),
    post: async (path, body) =>
      app.fetch(
        new Request(`${baseUrl}${path}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(body),
        }),
      ),
    end,
    async close() {
      await app.stop(0);
      await primary.close();
      await fallback.close();
    },
  };
}
