import { type App, createApp } from '#app/create-app.ts';
import { createLog } from '#app/create-log.ts';
import { readConfig } from '#app/read-config.ts';
import { type Client, createClient } from '#client/create-client.ts';
import { modelProfileIdSchema, type RunId } from '#schema/ids.ts';
import type { StorePlace } from '#tests/contract/each-store.ts';
import {
  type ScriptedModel,
  startScriptedModel,
} from '#tests/fixtures/scripted-model/start-scripted-model.ts';
import { scriptedProfile } from '#tests/fixtures/scripted-profile.ts';

export interface Sent {
  status: number;
  body: string;
  json: { id: RunId } & Record<string, unknown>;
  replayed: boolean;
  location: string | null;
}

interface Post {
  path: string;
  body?: unknown;
  key?: string;
  /** The index of the program that gets the request. */
  of?: number;
}

export interface KeyedApps {
  /** The two programs, which share one database. */
  apps: [App, App];
  client: Client;
  model: ScriptedModel;
  post(post: Post): Promise<Sent>;
  /** Sends the same request this many times at once, alternating between both programs. */
  postMany(times: number, post: Post): Promise<Sent[]>;
  finish(runId: RunId): Promise<void>;
  /** Kills the first program and its work. The client uses the second one from then on. */
  die(): Promise<void>;
  close(): Promise<void>;
}

export const text = 'The harbour bridge will be closed for two years, and everyone walks around it. '.repeat(
  10,
);

/** Opens two programs. One scripted server is behind all models of the settings and of the default agent. */
export async function openKeyedApps(place: StorePlace): Promise<KeyedApps> {
  const model = await startScriptedModel();
  const apps: [App, App] = [await open(place), await open(place)];
  let isDead = false;
  const client = createClient({ fetch: (request) => apps[isDead ? 1 : 0].fetch(request) });
  await client.models.put(scriptedProfile('scripted', model.baseUrl('openai')));
  const scripted = modelProfileIdSchema.parse('scripted');
  await client.settings.patch({ summaryAgent: { primaryModelProfileId: scripted } });

  async function post({ path, body, key, of = 0 }: Post): Promise<Sent> {
    const response = await (apps[of] ?? apps[0]).fetch(
      new Request(`http://127.0.0.1:37777${path}`, {
        method: 'POST',
        headers: {
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...(key === undefined ? {} : { 'idempotency-key': key }),
        },
        ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      }),
    );
    const answered = await response.text();
    return {
      status: response.status,
      body: answered,
      json: JSON.parse(answered),
      replayed: response.headers.get('idempotency-replayed') === 'true',
      location: response.headers.get('location'),
    };
  }

  return {
    apps,
    client,
    model,
    post,
    postMany: (times, sent) =>
      Promise.all(Array.from({ length: times }, (_, n) => post({ ...sent, of: n % 2 }))),
    async finish(runId) {
      for await (const event of client.runs.events(runId)) if (event.type === 'run-end') return;
    },
    async die() {
      isDead = true;
      await apps[0].stop(0);
    },
    async close() {
      for (const app of isDead ? apps.slice(1) : apps) await app.stop(0);
      await model.close();
    },
  };
}

async function open({ home, databaseUrl }: StorePlace): Promise<App> {
  const config = readConfig({
    PRECIS_HOME: home,
    ...(databaseUrl === null ? {} : { DATABASE_URL: databaseUrl }),
  });
  const app = await createApp(config, { mode: 'embedded', log: createLog({ level: 'silent' }) });
  await app.start();
  return app;
}
