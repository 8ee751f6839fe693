import type { HookAnswer, HookClient, HookPayload } from '#schema/sessions/hooks-wire.ts';
import { cleanInput, cleanOutput, cleanPrompt, cleanReply } from '#text/privacy/clean-parts.ts';
import { stripPrivate } from '#text/privacy/private-tags.ts';
import { readClaudeCode } from './claude-code.ts';
import type { ClientEvent, ReadHook } from './client-event.ts';
import { readCodex } from './codex.ts';
import type { HookPorts } from './hook-ports.ts';
import type { ClientCounts } from './ports.ts';
import { createPromptNames } from './prompt-names.ts';
import { startContext } from './start-context.ts';

export type Hooks = ReturnType<typeof createHooks>;

interface Hook {
  client: HookClient;
  /** The client's name of it. */
  event: string;
  payload: HookPayload;
}

interface Taken {
  answer?: HookAnswer;
  counted: Partial<ClientCounts>;
}

const readers: Record<HookClient, ReadHook> = { 'claude-code': readClaudeCode, codex: readCodex };
const maxCwdChars = 4096;
/** Sessions whose private texts are known; more are not open at once. */
const maxLearned = 1000;

/** Events of coding agents, by the hooks that they call. */
export function createHooks(ports: HookPorts) {
  const { sessions, store, clock } = ports;
  const { hiddenTexts } = sessions;
  const learned = new Map<string, Promise<void>>();
  const names = createPromptNames();

  /** This process may have started in the middle of a session, after the user marked something as private. */
  function learnHidden({ client, payload }: Hook, sessionId: string): Promise<void> {
    const path = payload.transcript_path;
    if (typeof path !== 'string') return Promise.resolve();
    const known = learned.get(sessionId);
    if (known !== undefined) return known;
    const learning = ports
      .findHidden({ client, path })
      .then((hidden) => hiddenTexts.add(sessionId, hidden))
      .catch((error: unknown) => ports.log.warn({ err: error, client }, 'a transcript could not be read'));
    learned.set(sessionId, learning);
    const [oldest] = learned.keys();
    if (learned.size > maxLearned && oldest !== undefined) learned.delete(oldest);
    return learning;
  }

  async function record(event: ClientEvent, hook: Hook): Promise<Taken> {
    const { sessionId } = event;
    const at = typeof hook.payload.at === 'number' ? hook.payload.at : undefined;
    const hidden = hiddenTexts.of(sessionId);
    switch (event.kind) {
      case 'start':
        return startContext(ports, event);
      case 'prompt': {
        hiddenTexts.add(sessionId, stripPrivate(event.text).hidden);
        const project = await ports.identifyProject(event.cwd);
        const prompt = cleanPrompt(event.text, hiddenTexts.of(sessionId));
        await sessions.init({
          contentSessionId: sessionId,
          project: project.name,
          projectIdentities: project.identities,
          prompt,
          eventId: hook.event === 'UserPromptSubmit' ? names.nameOf(event.eventId, prompt) : event.eventId,
          at,
        });
        return { counted: { prompts: 1 } };
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
        return { counted: { observations: Number(status === 'queued') } };
      }
      case 'turn-end': {
        const { status } = await sessions.summarize({
          contentSessionId: sessionId,
          last_assistant_message: cleanReply(event.reply, hidden),
          promptEventId: event.promptEventId,
        });
        return { counted: { summaries: Number(status === 'queued') } };
      }
      case 'end':
        await sessions.complete(sessionId);
        return { counted: {} };
    }
  }

  return {
    /** Never fails because of what the payload holds; what cannot be recorded is counted. */
    async take(client: HookClient, event: string, payload: HookPayload): Promise<HookAnswer> {
      const hook = { client, event, payload };
      const read = readers[client](event, payload);
      if ('lost' in read) {
        ports.log.warn({ client, reason: read.lost }, 'a hook sent an event that could not be recorded');
        await store.countClient(client, { lost: 1 }, clock.now());
        return {};
      }
      let answer: HookAnswer = {};
      for (const told of read.events) {
        await learnHidden(hook, told.sessionId);
        const taken = await record(told, hook);
        answer = taken.answer ?? answer;
        await store.countClient(client, taken.counted, clock.now());
      }
      return answer;
    },
    reports: () => store.listClients(),
  };
}
