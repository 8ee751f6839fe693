import type { BusMessage } from '#engine/ports.ts';
import { runIdSchema } from '#schema/ids.ts';

export const changeMessages = [
  { kind: 'changed', what: 'runs' },
  { kind: 'changed', what: 'issues' },
  { kind: 'changed', what: 'models' },
  { kind: 'changed', what: 'settings' },
  { kind: 'changed', what: 'feeds' },
  { kind: 'changed', what: 'entries' },
] as const satisfies BusMessage[];

/** Null for what this version does not know: any client of the database may notify on our channel. */
export function parseBusMessage(payload: string): BusMessage | null {
  const { kind, runId, what } = parseObject(payload);
  if (kind === 'changed') return changeMessages.find((message) => message.what === what) ?? null;
  if (kind !== 'run-events' && kind !== 'run-cancel') return null;
  const id = runIdSchema.safeParse(runId);
  return id.success ? { kind, runId: id.data } : null;
}

function parseObject(text: string): Record<string, unknown> {
  try {
    return { ...JSON.parse(text) };
  } catch {
    return {};
  }
}
