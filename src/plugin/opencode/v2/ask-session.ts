import { type Outcome, type OwnSessions, ownTitle, type Question } from '#plugin/host.ts';
import { parseSummaryText } from '#plugin/summary/parse-summary.ts';
import { summaryPrompt, summarySystem } from '#plugin/summary/summary-prompt.ts';
import { limitQuestion, within } from '#plugin/time-limits.ts';
import type { ContextHookEvent, PluginContext } from './ports.ts';

/** Asks a model of OpenCode 2 the plugin's own questions. */
export interface Asking {
  ask(question: Question): Promise<Outcome>;
  /** Reduces a request of the plugin to its own system prompt and one question, without tools. */
  trim(event: ContextHookEvent): boolean;
}

interface Place {
  ctx: PluginContext;
  own: OwnSessions;
  directory: string;
  /** Returns the last text of one of the plugin's own sessions. */
  lastReply(sessionId: string): string;
}

const createTimeoutMs = 3000;
const housekeepingMs = 1500;

export function createAsking({ ctx, own, directory, lastReply }: Place): Asking {
  const { session = {} } = ctx;
  const asked = new Set<string>();

  /** Asks without leaving a trace in the session. Only the session's own model can answer. */
  async function generate({ sessionId }: Question, prompt: string): Promise<Outcome> {
    asked.add(prompt);
    try {
      const answer = await session.generate?.({ sessionID: sessionId, prompt });
      return toOutcome(answer?.text ?? '');
    } finally {
      asked.delete(prompt);
    }
  }

  async function askOwnSession(question: Question, prompt: string): Promise<Outcome> {
    const model = question.model ?? question.sessionModel;
    const creating = session.create?.({
      title: ownTitle,
      location: { directory },
      ...(model === null ? {} : { model: { providerID: model.providerID, id: model.modelID } }),
    });
    const created = creating === undefined ? undefined : await within(creating, createTimeoutMs);
    const sessionID = created?.id ?? created?.data?.id;
    if (sessionID === undefined) return { failure: 'OpenCode did not create a session for the summary' };
    const outcome = await limitQuestion(question, async (stop) => {
      own.set(sessionID, stop);
      await session.prompt?.({ sessionID, text: prompt });
      await session.wait?.({ sessionID });
      return toOutcome(lastReply(sessionID));
    });
    own.set(sessionID, () => {});
    if ('failure' in outcome) await within(call(session.interrupt, sessionID), housekeepingMs);
    await within(call(session.remove, sessionID), housekeepingMs);
    return outcome;
  }

  return {
    ask(question) {
      const prompt = summaryPrompt(question.turn, question.language);
      if (session.generate !== undefined && question.model === null)
        return limitQuestion(question, () => generate(question, prompt));
      const isComplete = [session.create, session.prompt, session.wait].every((part) => part !== undefined);
      if (isComplete) return askOwnSession(question, prompt);
      return Promise.resolve({ failure: 'this version of OpenCode does not let plugins call a model' });
    },
    trim(event) {
      const last = JSON.stringify(event.messages.at(-1)) ?? '';
      const isOwn = own.has(event.sessionID);
      if (!isOwn && ![...asked].some((prompt) => last.includes(JSON.stringify(prompt).slice(1, -1))))
        return false;
      event.system.splice(0, event.system.length, { type: 'text', text: summarySystem });
      if (!isOwn) event.messages.splice(0, event.messages.length - 1);
      for (const name of Object.keys(event.tools)) delete event.tools[name];
      return true;
    },
  };
}

async function call(
  method: ((call: { sessionID: string }) => Promise<unknown>) | undefined,
  sessionID: string,
): Promise<void> {
  await method?.({ sessionID });
}

function toOutcome(text: string): Outcome {
  const summary = parseSummaryText(text);
  return summary === null ? { failure: 'the answer contains no summary' } : { summary };
}
