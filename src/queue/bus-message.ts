import type { BusMessage } from '#engine/ports.ts';
import { changeKinds } from '#schema/change-kinds.ts';
import { runIdSchema } from '#schema/ids.ts';
import { parseJsonObject } from '#schema/parse-json.ts';
import { sessionEventSchema } from '#schema/sessions/session.ts';

export const changeMessages = changeKinds.map((what) => ({ kind: 'changed', what }) satisfies BusMessage);

/** Null for unknown messages: any client of the database may notify on our channel. */
export function parseBusMessage(payload: string): BusMessage | null {
  const { kind, runId, what, event } = parseJsonObject(payload) ?? {};
  if (kind === 'changed') return changeMessages.find((message) => message.what === what) ?? null;
  if (kind === 'session') {
    const parsed = sessionEventSchema.safeParse(event);
    return parsed.success ? { kind, event: parsed.data } : null;
  }
  if (kind !== 'run-events' && kind !== 'run-cancel') return null;
  const id = runIdSchema.safeParse(runId);
  return id.success ? { kind, runId: id.data } : null;
}
