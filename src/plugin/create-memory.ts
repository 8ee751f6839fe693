import { stripPrivate } from '#text/private-tags.ts';
import { writeContact } from './contact.ts';
import { createContext } from './context.ts';
import { completeEvent, observationEvent, promptEvent } from './events.ts';
import { createOutbox } from './outbox.ts';
import type { Hooks, OpenCodeClient, OpenCodeEvent } from './ports.ts';
import { identifyProject } from './project-identity.ts';
import type { Options } from './read-options.ts';
import { promptText } from './render-turn.ts';
import { report } from './report.ts';
import { createSessions, type Session } from './sessions.ts';
import type { Shared } from './shared.ts';
import { createSummaries } from './summaries.ts';
import { summarySystem } from './summary-prompt.ts';
import { createWorker } from './worker.ts';

/** All that the plugin does for one folder. Its hooks may throw; who gives them to OpenCode sees to that. */
export interface Memory {
  hooks: Hooks;
  /** OpenCode gives a new client each time it opens the folder. */
  useClient(client: OpenCodeClient): void;
}

interface MemoryPlace {
  client: OpenCodeClient;
  directory: string;
  options: Options;
  shared: Pick<Shared, 'own' | 'spools'>;
}

/** How OpenCode begins the system prompt of the agent that names sessions. */
const titleAgent = 'You are a title generator';
/** They say nothing of the work, or are this plugin's own. */
const quietTools = new Set(['todowrite', 'todoread', 'question', 'invalid', 'StructuredOutput']);
const flushTimeoutMs = 3000;
const maxSeen = 2000;

export function createMemory({ client: firstClient, directory, options, shared }: MemoryPlace): Memory {
  const { own } = shared;
  const project = identifyProject(options.projectDirectory, options.project);
  let client = firstClient;
  let isReached: boolean | null = null;
  let disposing: Promise<void> | null = null;

  const worker = createWorker(options);
  const outbox = createOutbox({
    dir: options.stateDir,
    open: shared.spools,
    deliver: worker.deliver,
    onReached: ({ path }) => {
      noteContact(null);
      if (path.endsWith('/ingest')) context.refresh();
    },
    onUnreachable: (reason) => noteContact(reason),
    onLost: ({ id, path }, reason) => warn(`not stored: ${path} ${id}: ${reason}`),
  });
  const context = createContext(async () => worker.readContext(await project));
  const sessions = createSessions(own, () => client);
  const summaries = createSummaries({
    client: () => client,
    own,
    outbox,
    sessions,
    options,
    onFailed: (sessionId, reason) => warn(`no summary of ${sessionId} yet: ${reason}`),
  });
  const isNew = rememberSeen();
  if (options.context) context.refresh();

  /** For the log, and for `precis opencode status`; only changes are written. */
  function noteContact(reason: string | null): void {
    if (isReached === (reason === null)) return;
    isReached = reason === null;
    if (reason !== null) warn(`${reason}; events wait in ${options.stateDir}`);
    const contact = { url: options.url, at: new Date().toISOString(), failure: reason };
    writeContact(options.stateDir, contact).catch(() => {});
  }

  function warn(message: string): void {
    void report(client, 'warn', message);
  }

  /**
   * In order, and never in the way of the turn; once it is sure that the session is the user's. The worker gives a
   * summary to the newest prompt it knows, so what comes after the summarized turn goes after the summary.
   */
  function later(session: Session, work: () => void | Promise<void>): void {
    const { summarizing } = session;
    session.work = session.work
      .then(async () => {
        await summarizing;
        if (await sessions.findOut(session.id)) await work();
      })
      .catch((error: unknown) => warn(String(error)));
  }

  function handleEvent({ type, properties = {} }: OpenCodeEvent): void {
    const { info, status } = properties;
    const sessionId = properties.sessionID ?? info?.id;
    if (sessionId === undefined) return;
    if (own.has(sessionId)) {
      // OpenCode would ask again and again, for longer than a turn may wait and at the user's cost.
      if (type === 'session.status' && status?.type === 'retry')
        own.get(sessionId)?.(`the model failed: ${status.message ?? 'no reason given'}`);
      return;
    }
    if (type === 'session.created' && info !== undefined) {
      sessions.note(info);
      if (options.context && sessions.isUsers(sessionId) === true) context.refresh();
    }
    if (type === 'session.idle' || (type === 'session.status' && status?.type === 'idle'))
      summaries.schedule(sessions.open(sessionId));
    if (type === 'session.deleted') {
      complete(sessions.open(sessionId));
      sessions.forget(sessionId);
      context.forget(sessionId);
    }
  }

  function complete({ id, lastPrompt }: Session): void {
    if (lastPrompt === null || !isNew(`complete:${lastPrompt}`)) return;
    outbox.add(completeEvent({ sessionId: id, promptId: lastPrompt }));
  }

  async function dispose(): Promise<void> {
    await summaries.finish();
    await Promise.all(sessions.all().map((session) => session.work));
    for (const session of sessions.all()) complete(session);
    await outbox.flush(flushTimeoutMs);
  }

  return {
    useClient(next) {
      client = next;
    },
    hooks: {
      event: async ({ event }) => handleEvent(event),
      'chat.message': async ({ sessionID }, { message, parts }) => {
        if (sessions.isUsers(sessionID) === false || !isNew(message.id)) return;
        const session = sessions.open(sessionID);
        const text = promptText(parts);
        session.model = message.model ?? session.model;
        session.isPrivate = stripPrivate(text).isEntirelyPrivate;
        summaries.expect(session, message.id);
        later(session, async () => {
          const place = await project;
          session.lastPrompt = message.id;
          outbox.add(promptEvent({ sessionId: sessionID, messageId: message.id, project: place, text }));
        });
      },
      'experimental.chat.system.transform': async ({ sessionID }, { system }) => {
        if (sessionID === undefined) return;
        if (own.has(sessionID)) {
          system.splice(0, system.length, summarySystem);
          return;
        }
        if (!options.context || sessions.isUsers(sessionID) === false) return;
        if (system[0]?.startsWith(titleAgent) === true) return;
        const text = await context.textFor(sessionID);
        if (text !== '' && !system.some((part) => part.includes(text))) system.push(text);
      },
      'tool.execute.after': async (call, { output, title }) => {
        if (!options.observations || quietTools.has(call.tool)) return;
        if (sessions.isUsers(call.sessionID) === false || !isNew(`${call.sessionID}:${call.callID}`)) return;
        const session = sessions.open(call.sessionID);
        if (session.isPrivate) return;
        later(session, () => outbox.add(observationEvent(call, output ?? title ?? '', directory)));
      },
      dispose: () => {
        disposing ??= dispose().finally(() => {
          disposing = null;
        });
        return disposing;
      },
    },
  };
}

/** Two copies of the plugin hear of everything twice. */
function rememberSeen(): (id: string) => boolean {
  const seen = new Set<string>();
  return (id) => {
    if (seen.has(id)) return false;
    seen.add(id);
    const [oldest] = seen;
    if (seen.size > maxSeen && oldest !== undefined) seen.delete(oldest);
    return true;
  };
}
