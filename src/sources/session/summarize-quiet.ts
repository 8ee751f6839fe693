import type { TakingPorts } from '#sources/session/records/taking-ports.ts';
import { queueSummary } from './queue-summary.ts';

/** A running plugin sends its own summary, or requests one, well before this. */
const quietMs = 15 * 60_000;
/** Older ones stay as they are: a first start must not pay for a whole history. */
const maxAgeMs = 24 * 60 * 60_000;
const maxSessions = 20;

/**
 * Starts a summary for sessions that went quiet in the middle of a turn, because OpenCode was killed or could not reach
 * the worker at its end. A completed one already has its summary, or needs none.
 */
export async function summarizeQuiet(ports: TakingPorts): Promise<void> {
  const now = ports.clock.now();
  const span = { from: now - maxAgeMs, to: now - quietMs, limit: maxSessions };
  for (const contentSessionId of await ports.store.listUnsummarized(span)) {
    await queueSummary(ports, { contentSessionId, ifMissing: true });
  }
}
