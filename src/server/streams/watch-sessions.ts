import type { SessionEvent } from '#schema/sessions/session.ts';
import type { SessionNews } from '#schema/sessions/session-news.ts';
import type { Sessions } from '#sources/session/create-sessions.ts';

/** A reader that falls further behind misses the oldest events and reloads the lists instead. */
const maxWaiting = 1000;

/** The delay is not noticeable, and under load ten events together cost little more than one. */
const gatherMs = 100;

type Source = Pick<Sessions, 'subscribe' | 'describe'>;

interface Reader {
  /** Of what is being gathered, so much happened before it came. */
  missed: number;
  take(news: SessionNews[]): void;
  fail(error: unknown): void;
}

interface Gathering {
  /** Returns a function to leave. */
  join(reader: Omit<Reader, 'missed'>): () => void;
}

const gatherings = new WeakMap<Source, Gathering>();

/** Session events from now on, in batches of whatever is available. All readers get the same ones, described once. */
export async function* watchSessions(source: Source, signal: AbortSignal): AsyncGenerator<SessionNews[]> {
  const batches: SessionNews[][] = [];
  let waiting = 0;
  const failures: unknown[] = [];
  let wake = () => {};
  const onAbort = () => wake();
  const gathering = gatherings.get(source) ?? gather(source);
  gatherings.set(source, gathering);
  const leave = gathering.join({
    take(news) {
      batches.push(news);
      waiting += news.length;
      while (waiting > maxWaiting) waiting -= batches.shift()?.length ?? 0;
      wake();
    },
    fail(error) {
      failures.push(error);
      wake();
    },
  });
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    yield [{ type: 'connected' }];
    while (!signal.aborted) {
      const next = batches.shift();
      if (next !== undefined) {
        waiting -= next.length;
        yield next;
        continue;
      }
      if (failures.length > 0) throw failures[0];
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  } finally {
    leave();
    signal.removeEventListener('abort', onAbort);
  }
}

/** One subscription for all readers, for as long as there are any. */
function gather(source: Source): Gathering {
  const readers = new Set<Reader>();
  const waiting: SessionEvent[] = [];
  let unsubscribe = () => {};
  let isBusy = false;

  async function handOut(): Promise<void> {
    isBusy = true;
    while (waiting.length > 0) {
      await handOutOnce();
      await new Promise<void>((resolve) => {
        setTimeout(resolve, gatherMs).unref();
      });
    }
    isBusy = false;
  }

  async function handOutOnce(): Promise<void> {
    const audience = [...readers].map((reader) => ({ reader, missed: reader.missed }));
    for (const reader of readers) reader.missed = 0;
    try {
      const described = await Promise.all(waiting.splice(0).map(source.describe));
      const all = described.filter((one) => one !== null);
      for (const { reader, missed } of audience) {
        const own = missed === 0 ? all : described.slice(missed).filter((one) => one !== null);
        if (own.length > 0) reader.take(own);
      }
    } catch (error) {
      for (const { reader } of audience) reader.fail(error);
    }
  }

  function add(event: SessionEvent): void {
    waiting.push(event);
    // Descriptions may take long while the database is away.
    if (waiting.length > maxWaiting) {
      waiting.shift();
      for (const reader of readers) reader.missed = Math.max(0, reader.missed - 1);
    }
    if (!isBusy) void handOut();
  }

  return {
    join({ take, fail }) {
      const reader = { missed: waiting.length, take, fail };
      if (readers.size === 0) unsubscribe = source.subscribe(add);
      readers.add(reader);
      return () => {
        readers.delete(reader);
        if (readers.size > 0) return;
        unsubscribe();
        waiting.length = 0;
      };
    },
  };
}
