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
    const promptIds = [...session.openPrompts];
    session.summarizing = summarize(session, promptIds)
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

  async function summarize(session: Session, promptIds: string[]): Promise<void> {
    await session.work;
    const promptId = promptIds.at(-1);
    if (promptId === undefined || !(await sessions.findOut(session.id))) return;
    const read = await within(client().session.messages({ path: { id: session.id } }), readTimeoutMs);
    const turn = renderTurn(read?.data ?? [], promptIds);
    if (turn === null && read?.data !== undefined) return close(session, promptIds);

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
    // What waited for this session is in the new summary, or is replaced by the new reason.
    outbox.remove(isPendingOf(session.id));
    if ('summary' in outcome) {
      outbox.add(summaryEvent({ sessionId: session.id, promptId }, outcome.summary));
      close(session, promptIds);
      return;
    }
    const lastReply = turn?.lastReply ?? '';
    const reason = outcome.failure;
    outbox.add(pendingEvent({ sessionId: session.id, promptId }, { lastReply, reason, now: Date.now() }));
    onFailed(session.id, reason);
  }

  function close(session: Session, promptIds: string[]): void {
    session.openPrompts = session.openPrompts.filter((id) => !promptIds.includes(id));
  }

  return {
    expect(session, promptId) {
      clearTimeout(session.timer);
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
