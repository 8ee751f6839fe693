import type { SummaryFields } from '#schema/sessions/session.ts';
import type { IngestAnswer, IngestRequest, InitAnswer, InitRequest } from '#schema/sessions/sessions-wire.ts';
import { recognizeMemories } from '#sources/session/memories/recognize.ts';
import type { SessionPorts } from '#sources/session/ports.ts';
import { nameProject } from '#sources/session/project-scope.ts';
import { cleanText, stripText } from './clean-text.ts';
import { announce, eventKeyOf, eventTime, promptKeyOf, requireKey, type TakingPorts } from './take-event.ts';

/** Stores a finished summary of its turn, only once even if it is sent repeatedly. */
export async function ingestSummary(ports: TakingPorts, request: IngestRequest): Promise<IngestAnswer> {
  if (await ports.recording.refuses(request.contentSessionId))
    return { status: 'skipped', reason: 'excluded' };
  const fields = cleanFields(request.summary, ports.hidden.of(request.contentSessionId));
  const added = await ports.store.addSummary({
    contentSessionId: requireKey(request.contentSessionId),
    fields,
    contentHash: hashFields(ports, fields),
    promptKey: promptKeyOf(ports, request.promptEventId),
    at: eventTime(ports.clock.now(), request.at),
  });
  if (added.kind === 'private') return { status: 'skipped', reason: 'private' };
  const { session, summary: record } = added;
  const sessionDbId = session.id;
  if (added.isNewSession) await announce(ports, { type: 'session_started', sessionDbId }, { session });
  if (added.isNew)
    await announce(ports, { type: 'new_summary', sessionDbId, id: record.id }, { session, record });
  return { status: 'stored', sessionDbId, summaryId: record.id, promptNumber: record.promptNumber };
}

export function cleanFields(
  summary: IngestRequest['summary'],
  hidden: readonly string[] = [],
): SummaryFields {
  const clean = (text: string) => cleanText(text, hidden).text;
  return {
    request: clean(summary.request),
    investigated: clean(summary.investigated),
    learned: clean(summary.learned),
    completed: clean(summary.completed),
    next_steps: clean(summary.next_steps),
    notes: typeof summary.notes === 'string' ? clean(summary.notes) : null,
  };
}

export function hashFields({ hash }: Pick<SessionPorts, 'hash'>, fields: SummaryFields): string {
  const { request, investigated, learned, completed, next_steps, notes } = fields;
  return hash(JSON.stringify([request, investigated, learned, completed, next_steps, notes]));
}

/** Numbers a prompt and stores the part that is not private. */
export async function recordPrompt(ports: TakingPorts, request: InitRequest): Promise<InitAnswer> {
  if (await ports.recording.refusesPrompt(request)) return { skipped: true, reason: 'excluded' };
  const { hidden, isEntirelyPrivate } = stripText(request.prompt ?? '');
  ports.hidden.add(request.contentSessionId, hidden);
  const { text } = cleanText(request.prompt ?? '', ports.hidden.of(request.contentSessionId));
  const contentSessionId = requireKey(request.contentSessionId);
  const eventKey = eventKeyOf(ports, request.eventId);
  const at = eventTime(ports.clock.now(), request.at);
  const { session, prompt, isNew, isNewSession } = await ports.store.addPrompt({
    contentSessionId,
    project: await nameProject(ports, request, ports.clock.now()),
    text: isEntirelyPrivate ? null : text,
    eventKey,
    at,
  });
  // Runs before the response, because an event without a response is sent again.
  if (prompt.text !== null)
    await recognizeMemories(ports, [{ contentSessionId, eventKey, at, text: prompt.text }]);
  const sessionDbId = session.id;
  if (isNewSession) await announce(ports, { type: 'session_started', sessionDbId }, { session });
  if (isNew)
    await announce(ports, { type: 'new_prompt', sessionDbId, id: prompt.id }, { session, record: prompt });
  const answer = { sessionDbId, promptNumber: prompt.promptNumber };
  return prompt.text === null
    ? { ...answer, skipped: true, reason: 'private' }
    : { ...answer, skipped: false };
}
