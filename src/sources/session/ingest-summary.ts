import type { SummaryFields } from '#schema/sessions/session.ts';
import type { IngestAnswer, IngestRequest } from '#schema/sessions/sessions-wire.ts';
import { cleanText } from '#sources/session/records/clean-text.ts';
import { eventTime } from '#sources/session/records/event-time.ts';
import { promptKeyOf, requireKey } from '#sources/session/records/session-key.ts';
import type { TakingPorts } from '#sources/session/records/taking-ports.ts';
import { announce } from './announce.ts';
import type { SessionPorts } from './ports.ts';

/** Stores a finished summary of its turn, only once even if sent repeatedly. */
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
