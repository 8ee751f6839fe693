import { type Outcome, type OwnSessions, ownTitle, type Question } from '#plugin/host.ts';
import { describeFailure, limitQuestion } from '#plugin/limit-question.ts';
import { summaryPrompt, summarySchema } from '#plugin/summary/summary-prompt.ts';
import { within } from '#plugin/within.ts';
import { parseReply } from './parse-reply.ts';
import type { OpenCodeClient } from './ports.ts';

interface Place {
  client: OpenCodeClient;
  own: OwnSessions;
}

/** A call to OpenCode while it exits may never return. */
const createTimeoutMs = 3000;
const housekeepingMs = 1500;

/** Asks OpenCode's model once, in a child session that is deleted afterwards. */
export async function askChild({ client, own }: Place, question: Question): Promise<Outcome> {
  const creating = client.session.create({ body: { title: ownTitle, parentID: question.sessionId } });
  const id = (await within(creating, createTimeoutMs))?.data?.id;
  if (id === undefined) {
    void removeLate(client, creating);
    return { failure: 'OpenCode did not create a session for the summary' };
  }

  try {
    const outcome = await limitQuestion(question, (stop) => {
      own.set(id, stop);
      return ask(client, question, id);
    });
    if ('failure' in outcome) await within(client.session.abort({ path: { id } }), housekeepingMs);
    return outcome;
  } finally {
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

async function ask(
  client: OpenCodeClient,
  { model, sessionModel, turn, language }: Question,
  id: string,
): Promise<Outcome> {
  const answers = model ?? sessionModel;
  const { data, error } = await client.session.prompt({
    path: { id },
    body: {
      ...(answers === null ? {} : { model: answers }),
      // Every tool off but the one that carries the answer.
      tools: { '*': false, StructuredOutput: true },
      format: { type: 'json_schema', schema: summarySchema },
      parts: [{ type: 'text', text: summaryPrompt(turn, language) }],
    },
  });
  if (data === undefined) return { failure: `OpenCode rejected the request: ${describeFailure(error)}` };
  const summary = parseReply(data);
  if (summary !== null) return { summary };
  return { failure: data.info.error?.name ?? 'the answer contains no summary' };
}
