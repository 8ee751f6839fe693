import { askModel, type Outcome, type OwnSessions } from './ask-model.ts';
import { isPendingOf, pendingEvent, summaryEvent } from './events.ts';
import type { Outbox } from './outbox.ts';
import type { OpenCodeClient } from './ports.ts';
import type { Options } from './read-options.ts';
import { renderTurn } from './render-turn.ts';
import type { Session, Sessions } from './sessions.ts';
import { within } from './within.ts';

/** One question to the model for each turn that ended, and what becomes of the answer. */
export interface Summaries {
  /** A prompt came: its turn will want a summary. */
  expect(session: Session, promptId: string): void;
  /** The turn ended. */
  schedule(session: Session): void;
  /** Asks now for what is due, and gives up in time. */
  finish(): Promise<void>;
}

export interface SummariesOptions {
  client: () => OpenCodeClient;
  own: OwnSessions;
  outbox: Outbox;
  sessions: Sessions;
  options: Pick<Options, 'model' | 'summaries' | 'timeoutMs'>;
  onFailed(sessionId: string, reason: string): void;
}

/**
 * `opencode run` ends some 30 ms after its turn, and what was asked before that is cut off: a question that waits this
 * long is asked when the plugin is told of the end, which waits for the answer.
 */
const settleMs = 1000;
/** With the clearing up and the last delivery after it, the end is held up for 20 s at most. */
const finishTimeoutMs = 14_000;
const readTimeoutMs = 5000;

export function createSummaries({ client, own, outbox, sessions, ...rest }: SummariesOptions): Summaries {
  const { options, onFailed } = rest;
  let closing = new AbortController();

  function start(session: Session): void {
    if (!session.isDue || session.summarizing !== null) return;
    session.isDue = false;
    const { openPrompts } = session;
    session.openPrompts = [];
    session.summarizing = summarize(session, openPrompts)
      .catch((error: unknown) => onFailed(session.id, String(error)))
      .finally(() => {
        session.summarizing = null;
      });
  }

  async function startWhenIdle(session: Session): Promise<void> {
    await session.summarizing;
    if (session.isIdle) start(session);
  }

  async function finishOne(session: Session): Promise<void> {
    clearTimeout(session.timer);
    await session.summarizing;
    start(session);
    await session.summarizing;
  }

  async function summarize(session: Session, openPrompts: string[]): Promise<void> {
    await session.work;
    const promptId = openPrompts.at(-1);
    if (promptId === undefined || !(await sessions.findOut(session.id))) return;
    // Turns that got no summary, in this process or in one before, are told with this one.
    const isPending = isPendingOf(session.id);
    const promptIds = [...outbox.find(isPending).flatMap((event) => event.promptIds ?? []), ...openPrompts];
    const read = await within(client().session.messages({ path: { id: session.id } }), readTimeoutMs);
    const turn = renderTurn(read?.data ?? [], promptIds);
    if (turn === null && read?.data !== undefined) return;

    const outcome: Outcome =
      turn === null
        ? { failure: 'OpenCode did not give the turn' }
        : await askModel({
            client: client(),
            own,
            sessionId: session.id,
            model: options.model ?? session.model,
            turn: turn.text,
            timeoutMs: options.timeoutMs,
            signal: closing.signal,
          });
    outbox.remove(isPending);
    if ('summary' in outcome) {
      outbox.add(summaryEvent({ sessionId: session.id, promptId }, outcome.summary));
      return;
    }
    const reason = outcome.failure;
    const lastReply = turn?.lastReply ?? '';
    outbox.add(pendingEvent({ sessionId: session.id, promptIds, lastReply, reason, now: Date.now() }));
    onFailed(session.id, reason);
  }

  return {
    expect(session, promptId) {
      clearTimeout(session.timer);
      // The worker keeps no summary once it knows of a private prompt after it.
      if (session.isPrivate && session.isIdle) start(session);
      session.isIdle = false;
      if (!options.summaries || session.isPrivate) return;
      session.openPrompts.push(promptId);
      session.isDue = true;
    },
    schedule(session) {
      clearTimeout(session.timer);
      session.isIdle = true;
      if (session.isDue) session.timer = setTimeout(() => void startWhenIdle(session), settleMs).unref();
    },
    async finish() {
      const timer = setTimeout(
        () => closing.abort('OpenCode ended before the model answered'),
        finishTimeoutMs,
      );
      await Promise.all(sessions.all().map(finishOne));
      clearTimeout(timer);
      // The folder may be opened again by the same process.
      closing = new AbortController();
    },
  };
}
