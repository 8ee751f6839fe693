import { type App, createApp } from '#app/create-app.ts';
import { createLog } from '#app/create-log.ts';
import { readConfig } from '#app/read-config.ts';
import { type Client, createClient } from '#client/create-client.ts';
import { modelProfileIdSchema } from '#schema/ids.ts';
import type { Run } from '#schema/runs/run.ts';
import {
  type ScriptedModel,
  startScriptedModel,
} from '#tests/fixtures/scripted-model/start-scripted-model.ts';
import { scriptedProfile } from '#tests/fixtures/scripted-profile.ts';
import type { StorePlace } from '../each-store.ts';

/** A complete Precis with its client, and a scripted model that summarizes. */
export interface SessionsBench {
  app: App;
  client: Client;
  model: ScriptedModel;
  /** The logged lines. */
  lines: string[];
  post(path: string, body: object): Promise<Record<string, unknown>>;
  /** Uses the scripted model for summaries instead of the built-in one. */
  useModel(changes?: object): Promise<void>;
  /** Waits until all runs are over and lists them, newest first. */
  settledRuns(): Promise<Run[]>;
  close(): Promise<void>;
}

const profileId = modelProfileIdSchema.parse('scripted');

/** Opens a bench with the model of a stopped bench, or with its own model. */
export async function openSessionsBench(
  place: StorePlace,
  { model: given, env = {} }: { model?: ScriptedModel; env?: Record<string, string> } = {},
): Promise<SessionsBench> {
  const config = readConfig({
    ...env,
    PRECIS_HOME: place.home,
    ...(place.databaseUrl === null ? {} : { DATABASE_URL: place.databaseUrl }),
  });
  const lines: string[] = [];
  const log = createLog({ level: 'trace', destination: { write: (line) => void lines.push(line) } });
  const app = await createApp(config, { mode: 'server', log });
  const model = given ?? (await startScriptedModel());
  const baseUrl = `http://127.0.0.1:${config.port}`;
  const client = createClient({ fetch: (input, init) => app.fetch(new Request(input, init)), baseUrl });
  await app.start();
  return {
    app,
    client,
    model,
    lines,
    async post(path, body) {
      const request = new Request(`${baseUrl}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      return (await app.fetch(request)).json() as Promise<Record<string, unknown>>;
    },
    async useModel(changes = {}) {
      await client.models.put({ ...scriptedProfile('scripted', model.baseUrl('openai')), ...changes });
      await client.settings.patch({ summaryAgent: { primaryModelProfileId: profileId } });
    },
    async settledRuns() {
      const { items } = await client.runs.list({ limit: 100 });
      for (const { id } of items) {
        for await (const _ of client.runs.events(id, { signal: AbortSignal.timeout(100_000) })) {
          // Only the end of the run matters here.
        }
      }
      return (await client.runs.list({ limit: 100 })).items;
    },
    async close() {
      await app.stop(0);
      await model.close();
    },
  };
}
