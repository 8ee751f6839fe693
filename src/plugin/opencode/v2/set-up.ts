import { createMemory, type Memory } from '#plugin/create-memory.ts';
import type { Host } from '#plugin/host.ts';
import { isRecord, readOptions } from '#plugin/read-options.ts';
import { openShared, type Shared } from '#plugin/shared.ts';
import { within } from '#plugin/time-limits.ts';
import { backOff } from '#schema/back-off.ts';
import { type Asking, createAsking } from './ask-session.ts';
import type {
  BusEvent,
  ContextHookEvent,
  Location,
  PluginContext,
  PromptHookEvent,
  ToolDraft,
  ToolHookEvent,
} from './ports.ts';

type CleanUp = () => Promise<void>;

/** The time limit of every question to OpenCode while it loads plugins, because neither may wait for the other. */
const askTimeoutMs = 3000;

/** The plugin as OpenCode 2 loads it: it registers its hooks and returns a cleanup function. */
export async function setUp(ctx: PluginContext): Promise<CleanUp> {
  try {
    return await register(ctx);
  } catch {
    return async () => {};
  }
}

async function register(ctx: PluginContext): Promise<CleanUp> {
  const shared = openShared();
  if (shared.isServed) return async () => {};
  const location = ctx.location ?? (await readLocation(ctx)) ?? {};
  const directory = location.directory ?? process.cwd();
  const worktree = location.project?.directory ?? directory;
  const { own, transcripts } = shared;
  const asking = createAsking({
    ctx,
    own,
    directory,
    lastReply: (id) => transcripts.read(id).at(-1)?.parts.at(-1)?.text ?? '',
  });
  const host = createHost(ctx, { asking, transcripts });
  // OpenCode 1 may have loaded the plugin in the meantime.
  if (shared.isServed) return async () => {};
  const known = shared.memories.get(directory);
  known?.useHost(host);
  const options = readOptions(ctx.options, { directory, worktree }, process.env);
  const memory = known ?? createMemory({ host, directory, options, shared });
  shared.memories.set(directory, memory);

  const parts = { memory, asking, transcripts, own, directory, isOver: () => shared.isServed };
  await registerHooks(ctx, parts);
  const stop = new AbortController();
  const listening = listen(ctx, stop.signal, (event) => hear(event, parts));
  return async () => {
    if (!shared.isServed) await memory.dispose().catch(() => {});
    stop.abort();
    await within(listening, askTimeoutMs);
  };
}

async function readLocation(ctx: PluginContext): Promise<Location | undefined> {
  const listing = attempt(async () => ctx.plugin?.list?.());
  return (await within(listing, askTimeoutMs))?.location;
}

function createHost(
  { session = {} }: PluginContext,
  { asking, transcripts }: { asking: Asking; transcripts: Shared['transcripts'] },
): Host {
  return {
    async findSession(id) {
      const found = await within(
        attempt(async () => session.get?.({ sessionID: id })),
        askTimeoutMs,
      );
      return found?.data ?? found ?? null;
    },
    readMessages: async (id) => transcripts.read(id),
    ask: (question) => asking.ask(question),
    // OpenCode 2 has no log for plugins. `precis opencode status` shows what is pending and why.
    report() {},
    notify: null,
  };
}

interface Parts {
  memory: Memory;
  asking: Asking;
  transcripts: Shared['transcripts'];
  own: Shared['own'];
  directory: string;
  /** Says that OpenCode 1 has loaded the plugin after all. */
  isOver(): boolean;
}

/** Registers the hooks. A hook that cannot be registered is skipped, so that the others still work. */
async function registerHooks({ session, tool }: PluginContext, parts: Parts): Promise<void> {
  const { memory, asking, transcripts, own } = parts;
  const onPrompt = quiet(async ({ sessionID, messageID, prompt }: PromptHookEvent) =>
    addRecalled(parts, { sessionID, prompt }, () =>
      takePrompt(parts, { sessionId: sessionID, promptId: messageID, text: prompt.text }),
    ),
  );
  const onContext = quiet(async (event: ContextHookEvent) => {
    if (parts.isOver() || asking.trim(event)) return;
    const text = await memory.contextFor(event.sessionID);
    if (text !== '' && !event.system.some((part) => part.text.includes(text)))
      event.system.push({ type: 'text', text });
  });
  const onToolRun = quiet(async (event: ToolHookEvent) => {
    if (parts.isOver()) return;
    const { sessionID, messageID, id, tool, input, result, error } = event;
    const output = event.status === 'error' ? `failed: ${error?.message ?? ''}` : toText(result);
    const state = { input, output };
    if (own.has(sessionID)) return;
    if (messageID !== undefined) transcripts.reply(sessionID, messageID, { type: 'tool', tool, state });
    const promptId = transcripts.read(sessionID).find(({ info }) => info.id === messageID)?.info.parentID;
    memory.observe({ sessionId: sessionID, callId: id, tool, input, output, promptId });
  });
  for (const registering of [
    () => session?.hook?.('prompt', onPrompt),
    () => session?.hook?.('context', onContext),
    () => tool?.hook?.('execute.after', onToolRun),
    () => tool?.transform?.((draft) => addTools(draft, memory)),
  ])
    await within(attempt(registering), askTimeoutMs);
}

function hear({ type, data, location }: BusEvent, parts: Parts): void {
  const { memory, transcripts, own, directory } = parts;
  const { sessionID } = data;
  if (parts.isOver()) return;
  if (location?.directory !== undefined && location.directory !== directory) return;
  if (type === 'session.text.ended' && data.assistantMessageID !== undefined)
    transcripts.reply(sessionID, data.assistantMessageID, { type: 'text', text: data.text ?? '' });
  if (own.has(sessionID)) {
    if (type === 'session.execution.failed')
      own.get(sessionID)?.(`the model failed: ${data.error?.message ?? ''}`);
    return;
  }
  switch (type) {
    case 'session.created':
      memory.noteSession({ id: sessionID, parentID: data.parentID, title: data.title });
      return;
    // Builds without the prompt hook report prompts in this event.
    case 'session.inbox.enqueued':
      if (data.item?.type === 'user' && data.inboxID !== undefined)
        takePrompt(parts, {
          sessionId: sessionID,
          promptId: data.inboxID,
          text: data.item.payload?.text ?? '',
        });
      return;
    case 'session.inbox.delivered':
      if (data.inboxID === undefined) return;
      transcripts.begin(sessionID, data.inboxID);
      memory.beginTurn(sessionID, data.inboxID);
      return;
    case 'session.execution.succeeded':
    case 'session.execution.failed':
    case 'session.execution.interrupted':
      memory.endTurn(sessionID);
      return;
    case 'session.compaction.ended':
      memory.refreshContext(sessionID);
      return;
    case 'session.deleted':
      memory.forget(sessionID);
      transcripts.forget(sessionID);
  }
}

/** Adds what earlier sessions say to the end of a prompt. The prompt is taken before, as it was typed. */
async function addRecalled(
  { memory, own, isOver }: Parts,
  { sessionID, prompt }: Pick<PromptHookEvent, 'sessionID' | 'prompt'>,
  take: () => void,
): Promise<void> {
  take();
  if (isOver() || own.has(sessionID)) return;
  const recalled = await memory.recall({ sessionId: sessionID, text: prompt.text });
  if (recalled !== '') prompt.text = `${prompt.text}\n\n${recalled}`;
}

function takePrompt(
  { memory, transcripts, own, isOver }: Parts,
  { sessionId, promptId, text }: { sessionId: string; promptId: string; text: string },
): void {
  if (isOver() || own.has(sessionId)) return;
  transcripts.prompt(sessionId, promptId, text);
  memory.prompt({ sessionId, messageId: promptId, text, model: null });
}

function addTools(draft: ToolDraft, { tools }: Memory): void {
  for (const { name, description, properties, required, run } of tools) {
    const definition = {
      description,
      input: { type: 'object', properties, required, additionalProperties: false },
      execute: async (input: unknown) => ({ content: await run(input) }),
    };
    const options = { codemode: false };
    if (draft.add.length > 1) draft.add(name, definition, options);
    else draft.add({ name, ...definition, options });
  }
}

function toText(result: ToolHookEvent['result']): string {
  const { content, output } = result ?? {};
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return typeof output === 'string' ? output : (JSON.stringify(output) ?? '');
  return content
    .flatMap((part) => (isRecord(part) && typeof part.text === 'string' ? [part.text] : []))
    .join('\n');
}

/** Catches errors, because a hook that throws breaks what the user asked for. */
function quiet<Event>(hook: (event: Event) => Promise<void>): (event: Event) => Promise<void> {
  return (event) => hook(event).catch(() => {});
}

async function attempt<T>(call: () => Promise<T> | T | undefined): Promise<T | undefined> {
  return call();
}

const pauses = { firstMs: 500, maxMs: 30_000 };

/** Receives OpenCode's events until aborted; a broken stream is reopened. */
async function listen(
  { event }: PluginContext,
  signal: AbortSignal,
  hear: (event: BusEvent) => void,
): Promise<void> {
  for (let breaks = 0; !signal.aborted; breaks++) {
    try {
      const events = event?.subscribe?.({ signal });
      if (events === undefined) return;
      await hearAll(events[Symbol.asyncIterator](), signal, hear);
    } catch {}
    if (!signal.aborted) await pause(backOff(breaks, pauses), signal);
  }
}

async function hearAll(
  events: AsyncIterator<unknown>,
  signal: AbortSignal,
  hear: (event: BusEvent) => void,
): Promise<void> {
  // Some streams end only after their next event, so the loop does not wait for it.
  const stopped = Promise.withResolvers<IteratorResult<unknown>>();
  const close = (): void => {
    stopped.resolve({ done: true, value: undefined });
    events.return?.().catch(() => {});
  };
  signal.addEventListener('abort', close, { once: true });
  try {
    for (;;) {
      const { done, value } = await Promise.race([events.next(), stopped.promise]);
      if (done === true || signal.aborted) return;
      if (!isBusEvent(value)) continue;
      try {
        hear(value);
      } catch {}
    }
  } finally {
    signal.removeEventListener('abort', close);
  }
}

function isBusEvent(event: unknown): event is BusEvent {
  return (
    isRecord(event) &&
    typeof event.type === 'string' &&
    isRecord(event.data) &&
    typeof event.data.sessionID === 'string'
  );
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms).unref();
    signal.addEventListener('abort', () => (clearTimeout(timer), resolve()), { once: true });
  });
}
