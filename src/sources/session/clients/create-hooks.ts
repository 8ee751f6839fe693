import { AppError } from '#schema/app-error.ts';
import type { HookClient, HookPayload } from '#schema/sessions/hook-client.ts';
import type { ClientWait, HookAnswer } from '#schema/sessions/hooks-wire.ts';
import { cleanInput, cleanOutput, cleanPrompt, cleanReply } from '#text/privacy/clean-parts.ts';
import { stripPrivate } from '#text/privacy/hide-private.ts';
import type { ClientEvent } from './client-event.ts';
import { createClientSums } from './client-sums.ts';
import { clientDefinitions } from './clients.ts';
import { createGiving, type HookPorts } from './context-answers.ts';
import type { ClientCounts, FolderProject } from './ports.ts';
import { createRecentNames } from './recent-names.ts';

export type Hooks = ReturnType<typeof createHooks>;

interface Hook {
  client: HookClient;
  /** The client's name for the event. */
  event: string;
  payload: HookPayload;
}

interface Taken {
  answer?: HookAnswer;
  counted: Partial<ClientCounts>;
}

const maxCwdChars = 4096;
/** Number of sessions whose private texts are known. No more are open at the same time. */
const maxLearned = 1000;
const maxPrompts = 5000;

/** Records the events that coding agents report through hooks. */
export function createHooks(ports: HookPorts) {
  const { sessions, store } = ports;
  const { hiddenTexts } = sessions;
  const learned = new Map<string, Promise<void>>();
  const names = createPromptNames();
  /** Prompts whose private texts are known. */
  const heard = createRecentNames(maxPrompts);
  const counted = createRecentNames(maxPrompts);
  const sums = createClientSums(ports);
  const waits = createRecentWaits();
  const giving = createGiving(ports);

  async function recordTold(hook: Hook, event: ClientEvent): Promise<Taken> {
    const { client, payload } = hook;
    const { kind, sessionId } = event;
    const path = payload.transcript_path;
    if (typeof path !== 'string') return record(event, hook);
    const promptId = 'promptEventId' in event ? event.promptEventId : null;
    const isUnheard = promptId !== null && heard.add(promptId);
    const isMissed = isUnheard && learned.has(sessionId);
    const cwd = typeof payload.cwd === 'string' ? payload.cwd : '';
    const at = timeOf(payload) ?? ports.clock.now();
    const place = { client, kind, sessionId, at, cwd, path, isMissed };
    await ports.catchUp.before(place);
    await learnHidden({ client, path, sessionId, isUnheard });
    const taken = await record(event, hook);
    ports.catchUp.after(place);
    return taken;
  }

  /** Reads private texts from the transcript that were marked before this process started or in a missed prompt. */
  function learnHidden({
    client,
    path,
    sessionId,
    isUnheard,
  }: {
    client: HookClient;
    path: string;
    sessionId: string;
    isUnheard: boolean;
  }): Promise<void> {
    const known = learned.get(sessionId);
    if (known !== undefined && !isUnheard) return known;
    learned.delete(sessionId);
    const learning = ports
      .findHidden({ client, path })
      .then((hidden) => hiddenTexts.add(sessionId, hidden))
      .catch((error: unknown) => ports.log.warn({ err: error, client }, 'a transcript could not be read'));
    learned.set(sessionId, learning);
    const [oldest] = learned.keys();
    if (learned.size > maxLearned && oldest !== undefined) learned.delete(oldest);
    return learning;
  }

  /** Tells the user once about memories that wait for confirmation or were replaced. */
  async function announce({ name, identities }: FolderProject): Promise<HookAnswer> {
    const projectIdentities = identities.length === 0 ? null : identities;
    const { message } = await sessions.memories.announce({ project: name, projectIdentities });
    return message === null ? {} : { systemMessage: message };
  }

  /** Counts a name only once, because a client may report the same event in two ways. */
  function countOnce(name: string | null): number {
    return Number(name === null || counted.add(name));
  }

  async function record(event: ClientEvent, hook: Hook): Promise<Taken> {
    const { sessionId } = event;
    const at = timeOf(hook.payload);
    const hidden = hiddenTexts.of(sessionId);
    switch (event.kind) {
      case 'start': {
        const { answer, counted } = await giving.atStart(hook.client, event);
        const notice = await announce(await ports.identifyProject(event.cwd));
        return { answer: { ...answer, ...notice }, counted };
      }
      case 'prompt': {
        hiddenTexts.add(sessionId, stripPrivate(event.text).hidden);
        const project = await ports.identifyProject(event.cwd);
        const prompt = cleanPrompt(event.text, hiddenTexts.of(sessionId));
        // A hook that reports a whole turn uses the name of its first prompt, and no person sees its answer.
        const isPrompt = clientDefinitions[hook.client].kindOf(hook.event) === 'prompt';
        const eventId = isPrompt ? names.nameOf(event.eventId, prompt) : event.eventId;
        // A prompt that waited on the disk arrives without its private texts, so the transcript is still read for it.
        if (event.eventId !== null && at === undefined) heard.add(event.eventId);
        await sessions.init({
          contentSessionId: sessionId,
          project: project.name,
          projectIdentities: project.identities,
          prompt,
          eventId,
          at,
        });
        // Nobody sees the answer to an event that waited on the disk.
        if (!isPrompt || at !== undefined) return { counted: { prompts: countOnce(eventId) } };
        const notice = await announce(project);
        const { answer, counted } = await giving.atPrompt(hook, { ...event, prompt, project });
        return { answer: { ...answer, ...notice }, counted: { prompts: countOnce(eventId), ...counted } };
      }
      case 'observation': {
        const { status } = await sessions.observe({
          contentSessionId: sessionId,
          tool_name: event.tool,
          tool_input: cleanInput(event.input, hidden),
          tool_response: cleanOutput(event.output, hidden),
          cwd: event.cwd.slice(0, maxCwdChars),
          eventId: event.eventId,
          promptEventId: event.promptEventId,
          at,
        });
        return { counted: { observations: status === 'queued' ? countOnce(event.eventId) : 0 } };
      }
      case 'turn-end': {
        const { status } = await sessions.summarize({
          contentSessionId: sessionId,
          last_assistant_message: cleanReply(event.reply, hidden),
          promptEventId: event.promptEventId,
        });
        const turn = event.promptEventId === null ? null : `${event.promptEventId}\n${event.reply}`;
        return { counted: { summaries: status === 'queued' ? countOnce(turn) : 0 } };
      }
      case 'end':
        break;
    }
    await sessions.complete(sessionId);
    return { counted: {} };
  }

  function lose(client: HookClient, reason: string): HookAnswer {
    ports.log.warn({ client, reason }, 'a hook sent an event that could not be recorded');
    sums.add(client, { lost: 1 });
    return {};
  }

  return {
    /** Never fails because of the payload's content. Events that cannot be recorded are counted. */
    async take(client: HookClient, event: string, payload: HookPayload): Promise<HookAnswer> {
      const hook = { client, event, payload };
      const read = clientDefinitions[client].read(event, payload);
      if ('lost' in read) return lose(client, read.lost);
      let answer: HookAnswer = {};
      try {
        for (const told of read.events) {
          const taken = await recordTold(hook, told);
          answer = taken.answer ?? answer;
          sums.add(client, taken.counted);
        }
      } catch (error) {
        if (!(error instanceof AppError) || error.code !== 'invalid_input') throw error;
        return lose(client, error.message);
      }
      return answer;
    },
    async reports() {
      await sums.flush();
      const [items, runs] = await Promise.all([store.listClients(), store.countSessionRuns()]);
      return { items, runs, waits: waits.list() };
    },
    /** How long an agent waited for an answer. Only tool calls count: they are frequent and look nothing up. */
    noteWait({ client, event, ms }: { client: HookClient; event: string; ms: number }): void {
      const kind = clientDefinitions[client].kindOf(event);
      if (kind === 'tool' || kind === 'failed-tool') waits.add(client, ms);
    },
    /** Writes the counts that are only in memory. */
    close: sums.close,
  };
}

/** When the event happened, if it waited on the disk. */
function timeOf({ at }: HookPayload): number | undefined {
  return typeof at === 'number' ? at : undefined;
}

/** Names the prompts of one turn, because a client may give several prompts of a turn the same id. */
interface PromptNames {
  nameOf(eventId: string | null, text: string): string | null;
}

const maxTurns = 500;

function createPromptNames(): PromptNames {
  const turns = new Map<string, string[]>();
  return {
    nameOf(eventId, text) {
      if (eventId === null) return null;
      const texts = turns.get(eventId) ?? [];
      if (!texts.includes(text)) texts.push(text);
      turns.delete(eventId);
      turns.set(eventId, texts);
      const [oldest] = turns.keys();
      if (turns.size > maxTurns && oldest !== undefined) turns.delete(oldest);
      const place = texts.indexOf(text);
      return place === 0 ? eventId : `${eventId}:${place + 1}`;
    },
  };
}

/** Enough for a percentile, and recent. */
const maxWaits = 200;

/** The waiting times of the last tool calls by client, for the lifetime of this process. */
export function createRecentWaits() {
  const waits = new Map<HookClient, number[]>();
  return {
    add(client: HookClient, ms: number): void {
      const known = waits.get(client) ?? [];
      known.push(ms);
      if (known.length > maxWaits) known.shift();
      waits.set(client, known);
    },
    list(): ClientWait[] {
      return [...waits].map(([client, known]) => {
        const sorted = known.toSorted((one, other) => one - other);
        const p95Ms = sorted[Math.ceil(sorted.length * 0.95) - 1] ?? 0;
        return { client, toolCalls: sorted.length, p95Ms: Math.round(p95Ms * 100) / 100 };
      });
    },
  };
}
