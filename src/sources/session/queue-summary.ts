import type { Prompt, SessionSummary } from '#schema/sessions/session.ts';
import type { QueuedAnswer, SummarizeRequest } from '#schema/sessions/sessions-wire.ts';
import { cleanText } from '#sources/session/records/clean-text.ts';
import { renderSession } from '#sources/session/records/render-session.ts';
import { promptKeyOf, requireKey } from '#sources/session/records/session-key.ts';
import type { TakingPorts } from '#sources/session/records/taking-ports.ts';
import { announce } from './announce.ts';
import { readAll, toInput } from './read-turn.ts';

/** Starts a run that summarizes a turn, the newest or the one named, once for its current content. */
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
  // Turns that were never summarized are included in this one.
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

/** The one with the highest number: what is sent late may say that it happened earlier. */
function findLast<T extends Prompt | SessionSummary>(records: readonly T[]): T | undefined {
  return records.toSorted((one, other) => one.promptNumber - other.promptNumber).at(-1);
}
