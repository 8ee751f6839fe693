import { type App, createApp } from '#app/create-app.ts';
import { createLog } from '#app/create-log.ts';
import { readConfig } from '#app/read-config.ts';
import { type Client, createClient } from '#client/create-client.ts';
import type { RunId } from '#schema/ids.ts';
import type { AgentInput } from '#schema/models/agent.ts';
import { agentIdSchema } from '#schema/models/agent.ts';
import type { Run } from '#schema/runs/run.ts';
import type { Message, Thread, ThreadId } from '#schema/spaces/space.ts';
import type { TurnStarted } from '#schema/spaces/spaces-wire.ts';
import {
  type ScriptedModel,
  startScriptedModel,
} from '#tests/fixtures/scripted-model/start-scripted-model.ts';
import type { StorePlace } from '../each-store.ts';

/** A complete Precis with its client and two scripted servers: one chats, and the other summarizes. */
export interface SpacesBench {
  app: App;
  client: Client;
  chat: ScriptedModel;
  summarizer: ScriptedModel;
  setAgent(changes?: Partial<AgentInput>): Promise<void>;
  newThread(instructions?: string): Promise<Thread>;
  /** Sends a message and waits until all runs end. */
  say(threadId: ThreadId, text: string): Promise<TurnStarted>;
  sayMany(threadId: ThreadId, count: number, from?: number): Promise<void>;
  settle(turn: TurnStarted): Promise<void>;
  end(runId: RunId): Promise<Run>;
  allMessages(threadId: ThreadId): Promise<Message[]>;
  close(): Promise<void>;
}

export const agentId = agentIdSchema.parse('talker');

/** A summary that is long enough and true to the conversations of these tests. */
export const goodSummary =
  'SUMMARY: The user asked one question after another, and to each of them the assistant gave an answer that says enough. Nothing was decided so far, no constraints were mentioned, and no questions are still open in this conversation.';

/**
 * A good summary that differs for each fold. It counts in letters, because a fold with a number that the messages do
 * not have is refused.
 */
export function goodSummaryOf(fold: number): string {
  const letters = String.fromCharCode(96 + Math.ceil(fold / 26), 97 + ((fold - 1) % 26));
  return `${goodSummary} That was fold ${letters}.`;
}

interface BenchOptions {
  /** The servers of an earlier bench whose app was stopped. */
  servers?: Pick<SpacesBench, 'chat' | 'summarizer'>;
  start?: (app: App) => Promise<void>;
}

export async function openSpacesBench(
  place: StorePlace,
  { servers, start = (app) => app.start() }: BenchOptions = {},
): Promise<SpacesBench> {
  const config = readConfig({
    PRECIS_HOME: place.home,
    ...(place.databaseUrl === null ? {} : { DATABASE_URL: place.databaseUrl }),
  });
  const app = await createApp(config, { mode: 'server', log: createLog({ level: 'silent' }) });
  const chat =
    servers?.chat ?? (await startScriptedModel({ reply: { text: 'An answer that says enough.' } }));
  const summarizer = servers?.summarizer ?? (await startScriptedModel({ reply: { text: goodSummary } }));
  const client = createClient({
    fetch: (input, init) => app.fetch(new Request(input, init)),
    baseUrl: `http://127.0.0.1:${config.port}`,
  });
  await start(app);

  async function setAgent(changes: Partial<AgentInput> = {}): Promise<void> {
    await client.agents.put(agentId, {
      name: 'Talker',
      llm: { model: 'chat-model', apiBase: chat.baseUrl('openai'), apiKey: 'key-of-chat' },
      summarizer: {
        model: 'summary-model',
        apiBase: summarizer.baseUrl('openai'),
        apiKey: 'key-of-summarizer',
      },
      memory: { policy: 'adaptive', hotPathTokenBudget: null, hotPathMarginPct: 0, recentMessageFloor: 2 },
      ...changes,
    });
  }
  await setAgent();

  async function end(runId: RunId): Promise<Run> {
    for await (const _ of client.runs.events(runId, { signal: AbortSignal.timeout(100_000) })) {
      // Only the end of the run matters here.
    }
    return (await client.runs.get(runId)).run;
  }

  async function settle(turn: TurnStarted): Promise<void> {
    if (turn.foldRun !== null) await end(turn.foldRun.id);
    await end(turn.replyRun.id);
    const { activeRuns } = await client.threads.get(turn.message.threadId);
    for (const run of activeRuns) await end(run.id);
  }

  async function say(threadId: ThreadId, text: string): Promise<TurnStarted> {
    const turn = await client.threads.send(threadId, { text });
    await settle(turn);
    return turn;
  }

  return {
    app,
    client,
    chat,
    summarizer,
    setAgent,
    async newThread(instructions = '') {
      const space = await client.spaces.create({ name: 'Research', instructions, agentId });
      return client.threads.create({ spaceId: space.id });
    },
    say,
    async sayMany(threadId, count, from = 1) {
      for (let turn = from; turn < from + count; turn++) await say(threadId, `Question ${turn}.`);
    },
    settle,
    end,
    async allMessages(threadId) {
      return (await client.threads.messages(threadId, { afterSeq: 0, limit: 500 })).items;
    },
    async close() {
      await app.stop(0);
      await chat.close();
      await summarizer.close();
    },
  };
}
