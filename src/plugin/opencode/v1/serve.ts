import { createMemory, type Memory } from '#plugin/create-memory.ts';
import {
  type Host,
  type Outcome,
  type OwnSessions,
  ownTitle,
  type Part,
  type Question,
} from '#plugin/host.ts';
import { readOptions } from '#plugin/read-options.ts';
import { openShared } from '#plugin/shared.ts';
import { parseSummaryText, toSummary } from '#plugin/summary/parse-summary.ts';
import { promptText } from '#plugin/summary/render-turn.ts';
import {
  type SessionSummary,
  summaryPrompt,
  summarySchema,
  summarySystem,
} from '#plugin/summary/summary-prompt.ts';
import { describeFailure, limitQuestion, within } from '#plugin/time-limits.ts';
import type { Hooks, OpenCodeClient, OpenCodeEvent, PluginInput, Reply } from './ports.ts';

/** The beginning of OpenCode's system prompt for the agent that names sessions. */
const titleAgent = 'You are a title generator';
const askTimeoutMs = 3000;
const readTimeoutMs = 5000;
/** A toast stays long enough to read a line. */
const toastMs = 10_000;
/** The most commands that are stored while their messages have not come. */
const maxCommands = 100;

/** The plugin as OpenCode 1.18 loads it: a function that returns hooks. */
export async function serve(input: PluginInput, given?: unknown): Promise<Partial<Hooks>> {
  try {
    const shared = openShared();
    shared.isServed = true;
    const { client, directory, worktree } = input;
    const host = createHost(client, shared.own);
    const known = shared.memories.get(directory);
    known?.useHost(host);
    const options = readOptions(given, { directory, worktree }, process.env);
    const memory = known ?? createMemory({ host, directory, options, shared });
    shared.memories.set(directory, memory);
    return quiet(createHooks(memory, shared.own), host);
  } catch {
    return {};
  }
}

function createHost(client: OpenCodeClient, own: OwnSessions): Host {
  return {
    async findSession(id) {
      return (await within(client.session.get({ path: { id } }), askTimeoutMs))?.data ?? null;
    },
    async readMessages(id) {
      return (await within(client.session.messages({ path: { id } }), readTimeoutMs))?.data ?? null;
    },
    ask: (question) => askChild({ client, own }, question),
    report(level, message) {
      void within(client.app.log({ body: { service: 'opencode-mem', level, message } }), askTimeoutMs);
    },
    notify: findToast(client),
  };
}

/** Returns how to show a toast. Older versions have none. */
function findToast({ tui }: OpenCodeClient): Host['notify'] {
  if (tui?.showToast === undefined) return null;
  return (message) => {
    const body = { title: 'Precis', message, variant: 'warning', duration: toastMs };
    const show = async () => tui.showToast?.({ body });
    void within(show(), askTimeoutMs);
  };
}

/**
 * Remembers what a person typed for a command. A repository brings commands of its own, and their expanded text was
 * not typed.
 */
function createTypedTexts() {
  const commands = new Map<string, { typed: string; parts: readonly Part[] }>();
  return {
    expect(sessionId: string, command: { typed: string; parts: readonly Part[] }): void {
      commands.set(sessionId, command);
      const [oldest] = commands.keys();
      if (commands.size > maxCommands && oldest !== undefined) commands.delete(oldest);
    },
    /** Returns the typed text. The parts are compared by their text, because other plugins may have changed them. */
    textOf(sessionId: string, parts: readonly Part[]): string {
      const command = commands.get(sessionId);
      const text = promptText(parts);
      if (command === undefined || promptText(command.parts) !== text) return text;
      commands.delete(sessionId);
      return command.typed;
    },
  };
}

function createHooks(memory: Memory, own: OwnSessions): Hooks {
  const typed = createTypedTexts();
  function handleEvent({ type, properties = {} }: OpenCodeEvent): void {
    const { info, status } = properties;
    const isMessage = type === 'message.updated';
    const sessionId = properties.sessionID ?? (isMessage ? info?.sessionID : info?.id);
    if (sessionId === undefined) return;
    if (own.has(sessionId)) {
      // OpenCode would ask again and again, for longer than a turn may wait and at the user's cost.
      if (type === 'session.status' && status?.type === 'retry')
        own.get(sessionId)?.(`the model failed: ${status.message ?? 'no reason given'}`);
      return;
    }
    if (isMessage && info?.role === 'assistant' && info.parentID !== undefined)
      memory.beginTurn(sessionId, info.parentID);
    if (type === 'session.created' && info !== undefined) memory.noteSession(info);
    if (type === 'session.idle' || (type === 'session.status' && status?.type === 'idle'))
      memory.endTurn(sessionId);
    if (type === 'session.compacted') memory.refreshContext(sessionId);
    if (type === 'session.deleted') memory.forget(sessionId);
  }

  return {
    event: async ({ event }) => handleEvent(event),
    'command.execute.before': async ({ command, sessionID, arguments: given }, { parts }) =>
      typed.expect(sessionID, { typed: `/${command} ${given}`.trim(), parts }),
    'chat.message': async ({ sessionID }, { message, parts }) => {
      const text = typed.textOf(sessionID, parts);
      memory.prompt({ sessionId: sessionID, messageId: message.id, text, model: message.model ?? null });
      const recalled = await memory.recall({ sessionId: sessionID, text });
      const last = parts.at(-1);
      // OpenCode sorts parts by their ids. The new part comes after the person's own and is not shown.
      if (recalled !== '' && last?.id !== undefined)
        parts.push({
          id: `${last.id}0`,
          sessionID,
          messageID: message.id,
          type: 'text',
          text: recalled,
          synthetic: true,
        });
    },
    'experimental.chat.system.transform': async ({ sessionID }, { system }) => {
      if (sessionID === undefined) return;
      if (own.has(sessionID)) {
        system.splice(0, system.length, summarySystem);
        return;
      }
      if (system[0]?.startsWith(titleAgent) === true) return;
      const text = await memory.contextFor(sessionID);
      if (text !== '' && !system.some((part) => part.includes(text))) system.push(text);
    },
    'tool.execute.after': async ({ tool, sessionID, callID, args }, { output, title }) =>
      memory.observe({
        tool,
        sessionId: sessionID,
        callId: callID,
        input: args,
        output: output ?? title ?? '',
      }),
    tool: Object.fromEntries(
      memory.tools.map(({ name, description, properties, run }) => [
        name,
        { description, args: properties, execute: (args) => run(args) },
      ]),
    ),
    dispose: () => memory.dispose(),
  };
}

/** Reports errors instead of throwing them, because a hook that throws breaks the user's turn. */
function quiet({ tool, ...hooks }: Hooks, host: Host): Hooks {
  const tell = (error: unknown): void => host.report('error', String(error));
  return {
    event: (input) => hooks.event(input).catch(tell),
    'command.execute.before': (input, output) => hooks['command.execute.before'](input, output).catch(tell),
    'chat.message': (input, output) => hooks['chat.message'](input, output).catch(tell),
    'experimental.chat.system.transform': (input, output) =>
      hooks['experimental.chat.system.transform'](input, output).catch(tell),
    'tool.execute.after': (input, output) => hooks['tool.execute.after'](input, output).catch(tell),
    tool,
    dispose: () => hooks.dispose().catch(tell),
  };
}

interface Place {
  client: OpenCodeClient;
  own: OwnSessions;
}

/** The time limits of calls to OpenCode, because such a call may never return while OpenCode exits. */
const createTimeoutMs = 3000;
const housekeepingMs = 1500;

/** Asks OpenCode's model once, in a child session that is deleted afterwards. */
async function askChild({ client, own }: Place, question: Question): Promise<Outcome> {
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
    // The id stays known, because the session's last events come late. The text of the turn is released.
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
      // Every tool is off except the one that returns the answer.
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

/**
 * Returns the summary in a reply, or null. When OpenCode ends, an interrupted prompt may be returned as if it were
 * the answer, with the role of the user. Therefore only the assistant's text counts.
 */
export function parseReply({ info, parts }: Reply): SessionSummary | null {
  const { role, error, structured } = info;
  if (role !== 'assistant') return null;
  if (error !== undefined && error.name !== 'StructuredOutputError') return null;
  const texts = parts.filter((part) => part.type === 'text').map((part) => part.text ?? '');
  return toSummary(structured) ?? parseSummaryText(texts.join(''));
}
