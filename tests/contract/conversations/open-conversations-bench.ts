import { type App, createApp } from '#app/create-app.ts';
import { createLog } from '#app/create-log.ts';
import { readConfig } from '#app/read-config.ts';
import { type Client, createClient } from '#client/create-client.ts';
import { offlineHistorian } from '#memory/historian/offline-historian.ts';
import { summarizeTurn } from '#memory/historian/summarize-turn.ts';
import type { HistorianOutput, HistorianStateInput } from '#schema/conversations/conversation.ts';
import {
  type ConversationId,
  conversationIdSchema,
  type KeptTurn,
  type TurnRequestInput,
} from '#schema/conversations/conversations-wire.ts';
import { modelProfileIdSchema } from '#schema/ids.ts';
import {
  type ScriptedModel,
  startScriptedModel,
} from '#tests/fixtures/scripted-model/start-scripted-model.ts';
import { scriptedProfile } from '#tests/fixtures/scripted-profile.ts';
import { loadTokenizer } from '#text/tokens/tokens.ts';
import type { StorePlace } from '../each-store.ts';

/** A complete Precis with its client. It uses the offline model until `useModel` is called. */
export interface ConversationsBench {
  app: App;
  client: Client;
  model: ScriptedModel;
  useModel(): Promise<void>;
  send(
    path: string,
    init: { method?: string; body?: unknown; headers?: Record<string, string> },
  ): Promise<Response>;
  allTurns(id: ConversationId): Promise<KeptTurn[]>;
  close(): Promise<void>;
}

export const tripId = conversationIdSchema.parse('trip');

export async function openConversationsBench(place: StorePlace): Promise<ConversationsBench> {
  const config = readConfig({
    PRECIS_HOME: place.home,
    ...(place.databaseUrl === null ? {} : { DATABASE_URL: place.databaseUrl }),
  });
  const app = await createApp(config, { mode: 'server', log: createLog({ level: 'silent' }) });
  const model = await startScriptedModel({ reply: { text: 'The assistant listed the ferries.' } });
  const baseUrl = `http://127.0.0.1:${config.port}`;
  const client = createClient({ fetch: (input, init) => app.fetch(new Request(input, init)), baseUrl });
  await app.start();
  return {
    app,
    client,
    model,
    async useModel() {
      await client.models.put(scriptedProfile('scripted', model.baseUrl('openai')));
      const primaryModelProfileId = modelProfileIdSchema.parse('scripted');
      await client.settings.patch({ summaryAgent: { primaryModelProfileId } });
    },
    send: (path, { method = 'POST', body, headers = {} }) =>
      app.fetch(
        new Request(`${baseUrl}${path}`, {
          method,
          headers: { 'content-type': 'application/json', ...headers },
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        }),
      ),
    allTurns: async (id) => (await client.conversations.turns(id, { limit: 200 })).items,
    async close() {
      await app.stop(0);
      await model.close();
    },
  };
}

/** Makes a turn with a saved item that is long enough to be summarized. */
export function makeTurn(n: number): TurnRequestInput {
  return {
    user_message: `Plan day ${n} of the trip, please.`,
    final_response: `I saved the plan for day ${n}. ${`The ferry of day ${n} leaves at ${n % 24}:40 and takes an hour. `.repeat(9)}`,
    router_output: { agent: 'planner', goal: `plan day ${n}`, complexity: 'low' },
    think_output: { decision: 'plan_direct', goal: `plan day ${n}` },
    step_results: [{ tool: 'db_create', type: 'plan', result: [{ id: `p${n}`, name: `Plan of day ${n}` }] }],
    step_metadata: [{ step_type: 'write', subdomain: 'plans', description: `save the plan of day ${n}` }],
  };
}

/** Runs the same turns through the library, one after the other. */
export async function replayTurns(requests: TurnRequestInput[], times: number[]): Promise<HistorianOutput> {
  const { count } = await loadTokenizer();
  let state: HistorianStateInput & Partial<HistorianOutput> = { user_message: '', final_response: '' };
  for (const [at, request] of requests.entries()) {
    state = await summarizeTurn(
      { ...state, ...request },
      { model: offlineHistorian, count, now: () => new Date(times[at] ?? 0).toISOString() },
    );
  }
  const { conversation, summarize_output, entity_context, session_constraints, current_turn } = state;
  return JSON.parse(
    JSON.stringify({ conversation, summarize_output, entity_context, session_constraints, current_turn }),
  );
}
