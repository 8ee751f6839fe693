import type { RecordKind, RecordOf, SessionId, SessionInput } from '#schema/session.ts';
import type { QueuedAnswer, SummarizeRequest } from '#schema/sessions-wire.ts';
import { announce } from './announce.ts';
import { cleanText } from './clean-text.ts';
import type { RecordFilter, SessionPorts } from './ports.ts';
import { renderSession } from './render-session.ts';
import { requireKey } from './session-key.ts';

const pageSize = 50;
/** Of each side of a tool call; a summary needs no more of it, and what is left out is said. */
const maxToolCharacters = 4000;

/** Sets off a run that summarizes the newest turn, once for what has happened in it until now. */
export async function queueSummary(ports: SessionPorts, request: SummarizeRequest): Promise<QueuedAnswer> {
  const { store, clock, hash } = ports;
  const { session, isNewSession } = await store.openSession(
    requireKey(request.contentSessionId),
    clock.now(),
  );
  if (isNewSession) await announce(ports, { type: 'session_started', sessionDbId: session.id });
  const [newest] = await newestOf(ports, 'prompt', session.id);
  if (newest?.text === null) return { status: 'skipped', reason: 'private' };

  const lastAssistantMessage = cleanText(request.last_assistant_message ?? '').text;
  const input = await readTurn(ports, { sessionId: session.id, lastAssistantMessage });
  const isEmpty = input.prompts.length === 0 && input.observations.length === 0;
  if (isEmpty && lastAssistantMessage.trim() === '') return { status: 'skipped', reason: 'empty' };

  const run = await ports.prepareSummary({ session, input, sourceText: renderSession(input) });
  await store.startSummary({
    sessionId: session.id,
    promptNumber: input.promptNumber,
    inputHash: hash(JSON.stringify(input)),
    run,
  });
  return { status: 'queued' };
}

async function readTurn(
  ports: SessionPorts,
  { sessionId, lastAssistantMessage }: Pick<SessionInput, 'sessionId' | 'lastAssistantMessage'>,
): Promise<SessionInput> {
  const prompts = await readAll(ports, 'prompt', { sessionId });
  const promptNumber = prompts.at(-1)?.promptNumber ?? 0;
  const [summary] = await newestOf(ports, 'summary', sessionId);
  // Turns that were never summarized are told with this one.
  const fromPrompt = Math.min(promptNumber, (summary?.promptNumber ?? -1) + 1);
  const observations = await readAll(ports, 'observation', { sessionId, fromPrompt });
  return {
    kind: 'session',
    sessionId,
    promptNumber,
    prompts: prompts.flatMap(({ promptNumber, text }) => (text === null ? [] : [{ promptNumber, text }])),
    observations: observations.map(({ toolName, toolInput, toolResponse }) => ({
      tool: toolName,
      input: shorten(toolInput),
      output: shorten(toolResponse),
    })),
    lastAssistantMessage,
  };
}

function newestOf<K extends RecordKind>({ store }: SessionPorts, kind: K, sessionId: SessionId) {
  return store.listRecords(kind, { sessionId, order: 'newest', offset: 0, limit: 1 });
}

async function readAll<K extends RecordKind>(
  { store }: SessionPorts,
  kind: K,
  filter: RecordFilter,
): Promise<RecordOf[K][]> {
  const all: RecordOf[K][] = [];
  for (;;) {
    const page = await store.listRecords(kind, {
      ...filter,
      order: 'oldest',
      offset: all.length,
      limit: pageSize,
    });
    all.push(...page);
    if (page.length < pageSize) return all;
  }
}

function shorten(text: string): string {
  if (text.length <= maxToolCharacters) return text;
  const kept = text.slice(0, maxToolCharacters).replace(/[\ud800-\udbff]$/, '');
  return `${kept}\n[${text.length - kept.length} more characters]`;
}
