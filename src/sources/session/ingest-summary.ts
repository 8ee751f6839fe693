import type { SummaryFields } from '#schema/sessions/session.ts';
import type { IngestAnswer, IngestRequest } from '#schema/sessions/sessions-wire.ts';
import type { Exclusions } from '#sources/session/projects/exclusions.ts';
import { cleanText } from '#sources/session/records/clean-text.ts';
import { eventTime } from '#sources/session/records/event-time.ts';
import type { HiddenTexts } from '#sources/session/records/hidden-texts.ts';
import { promptKeyOf, requireKey } from '#sources/session/records/session-key.ts';
import { announce } from './announce.ts';
import type { SessionPorts } from './ports.ts';

/** Stores a finished summary of its turn, only once even if sent repeatedly. */
export async function ingestSummary(
  ports: SessionPorts & { hidden: HiddenTexts; recording: Exclusions },
  request: IngestRequest,
): Promise<IngestAnswer> {
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
  const { id, sessionId, promptNumber } = added.summary;
  if (added.isNewSession) await announce(ports, { type: 'session_started', sessionDbId: sessionId });
  if (added.isNew) await announce(ports, { type: 'new_summary', sessionDbId: sessionId, id });
  return { status: 'stored', sessionDbId: sessionId, summaryId: id, promptNumber };
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
