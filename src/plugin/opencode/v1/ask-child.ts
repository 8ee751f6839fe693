import { parseSummary } from './parse-summary.ts';
import type { ModelName, OpenCodeClient } from './ports.ts';
import { type SessionSummary, summaryPrompt, summarySchema } from './summary-prompt.ts';
import { within } from './within.ts';

/** Sessions of this plugin's own, by id, with what stops each. */
export type OwnSessions = Map<string, (reason: string) => void>;

export const ownTitle = 'opencode-mem: summary';

export interface Question {
  client: OpenCodeClient;
  own: OwnSessions;
  sessionId: string;
  model: ModelName | null;
  turn: string;
  timeoutMs: number;
  /** Stops the question early, with the reason as its text. */
  signal: AbortSignal;
}

export type Outcome = { summary: SessionSummary } | { failure: string };

/** A call to OpenCode while it ends may never come back. */
const createTimeoutMs = 3000;
const housekeepingMs = 1500;

/** Asks OpenCode's model once, in a child session that is gone afterwards. */
export async function askModel(question: Question): Promise<Outcome> {
  const { client, own, sessionId, timeoutMs, signal } = question;
  const creating = client.session.create({ body: { title: ownTitle, parentID: sessionId } });
  const id = (await within(creating, createTimeoutMs))?.data?.id;
  if (id === undefined) {
    void removeLate(client, creating);
    return { failure: 'OpenCode made no session for the summary' };
  }

  const stopped = Promise.withResolvers<Outcome>();
  const stop = (failure: string): void => stopped.resolve({ failure });
  own.set(id, stop);
  const timer = setTimeout(() => stop(`the model did not answer within ${timeoutMs / 1000} s`), timeoutMs);
  const onAbort = (): void => stop(String(signal.reason));
  signal.addEventListener('abort', onAbort);
  if (signal.aborted) onAbort();
  try {
    const outcome = await Promise.race([ask(question, id), stopped.promise]);
    if ('failure' in outcome) await within(client.session.abort({ path: { id } }), housekeepingMs);
    return outcome;
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', onAbort);
    // The id stays known, because its last events come late; the turn's text does not stay with it.
    own.set(id, ignore);
    await within(client.session.delete({ path: { id } }), housekeepingMs);
  }
}

async function removeLate(
  client: OpenCodeClient,
  creating: ReturnType<OpenCodeClient['session']['create']>,
): Promise<void> {
  const id = (await creating.catch(() => undefined))?.data?.id;
  if (id !== undefined) await within(client.session.delete({ path: { id } }), housekeepingMs);
}

function ignore(): void {}

async function ask({ client, model, turn }: Question, id: string): Promise<Outcome> {
  try {
    const { data, error } = await client.session.prompt({
      path: { id },
      body: {
        ...(model === null ? {} : { model }),
        // Every tool off but the one that carries the answer.
        tools: { '*': false, StructuredOutput: true },
        format: { type: 'json_schema', schema: summarySchema },
        parts: [{ type: 'text', text: summaryPrompt(turn) }],
      },
    });
    if (data === undefined) return { failure: `OpenCode refused the question: ${describe(error)}` };
    const summary = parseSummary(data);
    if (summary !== null) return { summary };
    return { failure: data.info.error?.name ?? 'the answer has no summary in it' };
  } catch (error) {
    return { failure: `the question was cut off: ${describe(error)}` };
  }
}

function describe(error: unknown): string {
  return error instanceof Error ? error.message : (JSON.stringify(error)?.slice(0, 200) ?? 'no reason given');
}
