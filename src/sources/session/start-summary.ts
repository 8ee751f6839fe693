import type {
  Observation,
  Prompt,
  RecordKind,
  RecordOf,
  SessionId,
  SessionInput,
  SessionSummary,
} from '#schema/sessions/session.ts';
import type { QueuedAnswer, SummarizeRequest } from '#schema/sessions/sessions-wire.ts';
import { cutWithCount } from '#text/sentences/cut-text.ts';
import type { RecordFilter, SessionStore } from './ports.ts';
import { cleanText } from './records/clean-text.ts';
import { announce, promptKeyOf, requireKey, type TakingPorts } from './records/take-event.ts';

const pageSize = 50;
/** Limit for each side of a tool call. A summary needs no more, and the text says how much was cut. */
const maxToolCharacters = 4000;

interface Turn {
  sessionId: SessionId;
  promptNumber: number;
  prompts: Prompt[];
  observations: Observation[];
  lastAssistantMessage: string;
}

/** The input of a run: a turn, and the turns before it without a summary. */
export function toInput(turn: Turn): SessionInput {
  const { sessionId, promptNumber, prompts, observations, lastAssistantMessage } = turn;
  const isOfTurn = (record: Prompt | Observation) => record.promptNumber <= promptNumber;
  return {
    sessionId,
    promptNumber,
    prompts: prompts
      .filter(isOfTurn)
      .flatMap(({ promptNumber, text }) => (text === null ? [] : [{ promptNumber, text }])),
    observations: observations.filter(isOfTurn).map(({ toolName, toolInput, toolResponse }) => ({
      tool: toolName,
      input: cutWithCount(toolInput, maxToolCharacters),
      output: cutWithCount(toolResponse, maxToolCharacters),
    })),
    lastAssistantMessage,
  };
}

export async function readAll<K extends RecordKind>(
  store: Pick<SessionStore, 'listRecords'>,
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

/** The turn as text for a model, which is also the source that its summary is checked against. */
export function renderSession({ prompts, observations, lastAssistantMessage }: SessionInput): string {
  const parts = [
    ...prompts.map(({ promptNumber, text }) => `User, prompt ${promptNumber}:\n${text}`),
    ...observations.map(({ tool, input, output }) => `Tool ${tool}:\n${input}\nResult:\n${output}`),
    ...(lastAssistantMessage.trim() === '' ? [] : [`Assistant:\n${lastAssistantMessage}`]),
  ];
  return parts.join('\n\n');
}

/** Starts a run that summarizes a turn, the newest or the named one, once for its current content. */
export async function queueSummary(ports: TakingPorts, request: SummarizeRequest): Promise<QueuedAnswer> {
  const { store, clock, hash } = ports;
  if (await ports.recording.refuses(request.contentSessionId))
    return { status: 'skipped', reason: 'excluded' };
  const { session, isNewSession } = await store.openSession(
    requireKey(request.contentSessionId),
    clock.now(),
  );
  if (isNewSession) await announce(ports, { type: 'session_started', sessionDbId: session.id }, { session });
  const promptKey = promptKeyOf(ports, request.promptEventId);
  const named = promptKey === null ? null : await store.findPrompt(session.id, promptKey);
  const prompts = await readAll(store, 'prompt', { sessionId: session.id });
  const asked = named ?? findLast(prompts);
  if (asked?.text === null) return { status: 'skipped', reason: 'private' };
  const promptNumber = asked?.promptNumber ?? 0;
  const summary = findLast(await readAll(store, 'summary', { sessionId: session.id }));
  const lastSummarized = summary?.promptNumber ?? -1;
  if (request.ifMissing === true && lastSummarized >= promptNumber)
    return { status: 'skipped', reason: 'summarized' };

  const hidden = ports.hidden.of(session.contentSessionId);
  const lastAssistantMessage = cleanText(request.last_assistant_message ?? '', hidden).text;
  // Includes earlier turns that were never summarized.
  const fromPrompt = Math.min(promptNumber, lastSummarized + 1);
  const observations = await readAll(store, 'observation', { sessionId: session.id, fromPrompt });
  const input = toInput({ sessionId: session.id, promptNumber, prompts, observations, lastAssistantMessage });
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

/** Finds the highest number, because the time of a late event may be earlier. */
function findLast<T extends Prompt | SessionSummary>(records: readonly T[]): T | undefined {
  return records.toSorted((one, other) => one.promptNumber - other.promptNumber).at(-1);
}
