import { setTimeout as pause } from 'node:timers/promises';
import type { SessionEvent } from '#schema/sessions/session.ts';
import type { SessionNews } from '#schema/sessions/session-news.ts';
import type { Sessions } from '#sources/session/create-sessions.ts';

/** A reader that falls further behind misses the oldest events and reloads the lists instead. */
const maxWaiting = 1000;

/** The delay is not noticeable, and under load ten events together cost little more than one. */
const gatherMs = 100;

/** Session events from now on, in batches of whatever is available. */
export async function* watchSessions(
  sessions: Pick<Sessions, 'subscribe' | 'describe'>,
  signal: AbortSignal,
): AsyncGenerator<SessionNews[]> {
  const waiting: SessionEvent[] = [];
  let wake = () => {};
  const onAbort = () => wake();
  const unsubscribe = sessions.subscribe((event) => {
    waiting.push(event);
    if (waiting.length > maxWaiting) waiting.shift();
    wake();
  });
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    yield [{ type: 'connected' }];
    while (!signal.aborted) {
      if (waiting.length === 0) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
        continue;
      }
      const news = await Promise.all(waiting.splice(0).map(sessions.describe));
      const known = news.filter((one) => one !== null);
      if (known.length > 0) yield known;
      await pause(gatherMs, undefined, { signal }).catch(() => {});
    }
  } finally {
    unsubscribe();
    signal.removeEventListener('abort', onAbort);
  }
}
