import { writeContact } from '#plugin/delivery/contact.ts';
import { noteGiven } from '#plugin/delivery/given-context.ts';
import { createOutbox } from '#plugin/delivery/outbox.ts';
import { startWorker } from '#plugin/delivery/start-worker.ts';
import { createWorker } from '#plugin/delivery/worker.ts';
import { createSummaries } from '#plugin/summary/summaries.ts';
import { cleanPrompt } from '#text/privacy/clean-parts.ts';
import { hideTexts, piecesOf, stripPrivate } from '#text/privacy/hide-private.ts';
import { estimateTokens } from '#text/tokens/estimate-tokens.ts';
import { completeEvent, memoryEvent, observationEvent, promptEvent } from './events.ts';
import type { Host, ModelName, OwnSessions, SessionInfo, ToolCall } from './host.ts';
import { createMemoryTools, type MemoryTool } from './memory-tools.ts';
import { identifyProject } from './project-identity.ts';
import type { Options } from './read-options.ts';
import { createSessions, type Session } from './sessions.ts';
import { within } from './time-limits.ts';

/** Everything that the plugin does for one folder, in every version of OpenCode. */
export interface Memory {
  /** Sets the client that OpenCode gives, which is new each time OpenCode opens the folder. */
  useHost(host: Host): void;
  noteSession(info: SessionInfo): void;
  prompt(prompt: UserPrompt): void;
  /** Returns what earlier sessions say about a prompt, to be added to it. It is empty if there is nothing. */
  recall(prompt: Pick<UserPrompt, 'sessionId' | 'text'>): Promise<string>;
  /** Notes that the reply to a prompt begins. The prompt may have waited for an earlier reply. */
  beginTurn(sessionId: string, promptId: string): void;
  observe(call: ToolCall): void;
  endTurn(sessionId: string): void;
  /** Returns the text that the session's prompts begin with. It is empty if there is none. */
  contextFor(sessionId: string): Promise<string>;
  /** Notes that OpenCode compacted the session. Its prompt changes anyway, so newer memories cost nothing. */
  refreshContext(sessionId: string): void;
  forget(sessionId: string): void;
  tools: MemoryTool[];
  dispose(): Promise<void>;
}

export interface UserPrompt {
  sessionId: string;
  messageId: string;
  text: string;
  model: ModelName | null;
}

interface MemoryPlace {
  host: Host;
  directory: string;
  options: Options;
  shared: { own: OwnSessions; spools: Set<string> };
}

/** The calls of these tools say nothing about the work, or the tools belong to this plugin. */
const quietTools = new Set([
  'todowrite',
  'todoread',
  'question',
  'invalid',
  'StructuredOutput',
  'memory_search',
  'memory_timeline',
  'memory_get',
  'memory_fixes',
  'memory_save',
]);
const flushTimeoutMs = 3000;
const maxSeen = 2000;
const maxHiddenPieces = 400;

export function createMemory({ host: firstHost, directory, options, shared }: MemoryPlace): Memory {
  const { own } = shared;
  const project = identifyProject(options.projectDirectory, options.project);
  let host = firstHost;
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
      if (path.endsWith('/init')) void announce();
    },
    onUnreachable: (reason) => noteContact(reason),
    onLost: ({ id, path }, reason) => warn(`not stored: ${path} ${id}: ${reason}`),
  });
  const context = createContext(
    async () => {
      const text = await worker.readContext(await project);
      if (text === null) start();
      return text;
    },
    (text) => void noteGiven(options.stateDir, estimateTokens(text)).catch(() => {}),
  );
  const sessions = createSessions(own, () => host);
  const summaries = createSummaries({
    host: () => host,
    outbox,
    sessions,
    options,
    readLanguage: async () => worker.readLanguage(await project),
    onFailed: (sessionId, reason) => warn(`no summary of ${sessionId} yet: ${reason}`),
  });
  const isNew = rememberSeen();
  if (options.context) context.refresh();

  /** Notes changes of the contact with the worker, for the log and for `precis opencode status`. */
  function noteContact(reason: string | null): void {
    if (isReached === (reason === null)) return;
    isReached = reason === null;
    if (reason !== null) {
      warn(`${reason}; events are queued in ${options.stateDir}`);
      start();
    }
    const contact = { url: options.url, at: new Date().toISOString(), failure: reason };
    writeContact(options.stateDir, contact).catch(() => {});
  }

  /** Starts the worker of this machine, unless one is there and only refuses. */
  function start(): void {
    if (options.start === null) return;
    startWorker({ ...options.start, isThere: () => worker.answers() }).catch(() => {});
  }

  /**
   * Tells the person what waits for them after a prompt. It is told only once, so it is read only if the host can
   * show it.
   */
  async function announce(): Promise<void> {
    const { notify } = host;
    if (notify === null) return;
    const message = await worker.readAnnouncement(await project);
    if (message !== null) notify(message);
  }

  function warn(message: string): void {
    host.report('warn', message);
  }

  /**
   * Does the work in order and without delaying the turn, once it is certain that the session is the user's. Some
   * workers assign a summary to the newest prompt, so later events are sent after the summary.
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

  function complete({ id, lastPrompt }: Session): void {
    if (lastPrompt === null || !isNew(`complete:${lastPrompt}`)) return;
    outbox.add(completeEvent({ sessionId: id, promptId: lastPrompt }));
  }

  function hide(session: Session, texts: string[]): void {
    const known = new Set(session.hidden);
    const pieces = piecesOf(texts).filter((piece) => !known.has(piece));
    session.hidden = [...pieces, ...session.hidden]
      .slice(0, maxHiddenPieces)
      .sort((one, other) => other.length - one.length);
  }

  async function dispose(): Promise<void> {
    await summaries.finish();
    await Promise.all(sessions.all().map((session) => session.work));
    for (const session of sessions.all()) complete(session);
    await outbox.flush(flushTimeoutMs);
  }

  return {
    useHost(next) {
      host = next;
    },
    noteSession(info) {
      sessions.note(info);
      if (options.context && sessions.isUsers(info.id) === true) context.refresh();
    },
    prompt({ sessionId, messageId, text, model }) {
      if (sessions.isUsers(sessionId) === false || !isNew(messageId)) return;
      const at = Date.now();
      const session = sessions.open(sessionId);
      const { hidden, isEntirelyPrivate } = stripPrivate(text);
      hide(session, hidden);
      if (isEntirelyPrivate) session.privatePrompts.add(messageId);
      session.model = model ?? session.model;
      if (session.isIdle || session.turnPrompt === null) session.turnPrompt = messageId;
      summaries.expect(session, messageId);
      later(session, async () => {
        const place = await project;
        session.lastPrompt = messageId;
        outbox.add(promptEvent({ sessionId, messageId, project: place, text, hidden: session.hidden, at }));
      });
    },
    async recall({ sessionId, text }) {
      if (!options.context || !(await sessions.findOut(sessionId))) return '';
      const { hidden } = sessions.open(sessionId);
      const prompt = cleanPrompt(text, hidden);
      return prompt.trim() === '' ? '' : worker.recall({ sessionId, project: await project, text: prompt });
    },
    beginTurn(sessionId, promptId) {
      if (sessions.isUsers(sessionId) !== false) sessions.open(sessionId).turnPrompt = promptId;
    },
    observe(call) {
      const { sessionId, callId } = call;
      if (!options.observations || quietTools.has(call.tool)) return;
      if (sessions.isUsers(sessionId) === false || !isNew(`${sessionId}:${callId}`)) return;
      const at = Date.now();
      const session = sessions.open(sessionId);
      const promptId = call.promptId ?? session.turnPrompt;
      if (promptId !== null && session.privatePrompts.has(promptId)) return;
      const observation = { call, promptId, cwd: hideTexts(directory, session.hidden), at };
      later(session, () => outbox.add(observationEvent({ ...observation, hidden: session.hidden })));
    },
    endTurn(sessionId) {
      if (!own.has(sessionId)) summaries.schedule(sessions.open(sessionId));
    },
    async contextFor(sessionId) {
      if (!options.context || sessions.isUsers(sessionId) === false) return '';
      return context.textFor(sessionId);
    },
    refreshContext(sessionId) {
      context.forget(sessionId);
      if (options.context) context.refresh();
    },
    forget(sessionId) {
      complete(sessions.open(sessionId));
      sessions.forget(sessionId);
      context.forget(sessionId);
    },
    tools: createMemoryTools({
      ask: worker.ask,
      async save({ text, kind, project: place }) {
        const hidden = sessions.all().flatMap((session) => session.hidden);
        const event = memoryEvent({ text, kind, project: place, hidden });
        const delivery = await worker.deliver(event);
        if (delivery.kind !== 'accepted') throw new Error(delivery.reason);
        context.refresh();
      },
      project,
    }),
    dispose() {
      disposing ??= dispose().finally(() => {
        disposing = null;
      });
      return disposing;
    },
  };
}

/** Remembers the events that were seen, because two copies of the plugin receive every event twice. */
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

/** The context about earlier sessions that a new session gets. */
interface Context {
  /** Asks the worker for the context in the background. */
  refresh(): void;
  /**
   * Returns the text for a session. It stays the same for the whole session, because providers do not cache a changed
   * prompt.
   */
  textFor(sessionId: string): Promise<string>;
  forget(sessionId: string): void;
}

/** A turn waits at most this long for a response in progress, so that the total overhead stays under 50 ms. */
const patienceMs = 30;

/** Makes the context. `onGiven` is called when a session is given this text. */
export function createContext(
  read: () => Promise<string | null>,
  onGiven: (text: string) => void = () => {},
): Context {
  const given = new Map<string, string>();
  let latest = '';
  let reading: Promise<void> | null = null;

  return {
    refresh() {
      const mine = read().then((text) => {
        if (reading !== mine) return;
        latest = text ?? latest;
        reading = null;
      });
      reading = mine;
    },
    async textFor(sessionId) {
      const known = given.get(sessionId);
      if (known !== undefined) return known;
      if (reading !== null) await within(reading, patienceMs);
      if (latest === '') return '';
      given.set(sessionId, latest);
      onGiven(latest);
      return latest;
    },
    forget: (sessionId) => void given.delete(sessionId),
  };
}
