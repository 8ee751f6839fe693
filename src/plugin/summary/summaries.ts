import type { Outbox } from '#plugin/delivery/outbox.ts';
import { isPending, isPendingOf, pendingEvent, summaryEvent } from '#plugin/events.ts';
import type { Host, Outcome } from '#plugin/host.ts';
import type { Options } from '#plugin/read-options.ts';
import type { Session, Sessions } from '#plugin/sessions.ts';
import { cleanSummary } from './parse-summary.ts';
import { renderTurn } from './render-turn.ts';

/** Asks the model once for each finished turn and handles its answer. */
export interface Summaries {
  /** Notes that a prompt arrived, whose turn will need a summary. */
  expect(session: Session, promptId: string): void;
  /** Notes that the turn ended. */
  schedule(session: Session): void;
  /** Asks for the summaries that are due, stops in time, and leaves the rest to the worker. */
  finish(): Promise<void>;
}

export interface SummariesOptions {
  host: () => Host;
  outbox: Outbox;
  sessions: Sessions;
  options: Pick<Options, 'model' | 'summaries' | 'timeoutMs'>;
  /** Reads the language of the project's summaries, if the project has one of its own. */
  readLanguage(): Promise<string | null>;
  onFailed(sessionId: string, reason: string): void;
}

/**
 * A question waits this long after its turn. `opencode run` ends some 30 ms after its turn and cuts off questions
 * that were asked before. A waiting question is asked when the plugin is told of the end, and the end waits for the
 * answer.
 */
const settleMs = 1000;
/** With cleanup and the last delivery, this time delays the exit by at most 20 s. */
const finishTimeoutMs = 14_000;

export function createSummaries(parts: SummariesOptions): Summaries {
  const { host, outbox, sessions, options, readLanguage, onFailed } = parts;
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
    if (openPrompts.length === 0 || !(await sessions.findOut(session.id))) return;
    const [messages, language] = await Promise.all([host().readMessages(session.id), readLanguage()]);
    const isKnown = (id: string): boolean => messages?.some(({ info }) => info.id === id) ?? true;
    // This summary includes turns without a summary, from this process or an earlier one.
    const isCovered = ({ promptIds = [] }: { promptIds?: string[] }): boolean => promptIds.every(isKnown);
    const covered = outbox.find(isPendingOf(session.id)).filter(isCovered);
    const promptIds = [...covered.flatMap((event) => event.promptIds ?? []), ...openPrompts];
    const turn = renderTurn(messages ?? [], { promptIds, hidden: session.hidden });
    if (turn === null && messages !== null) return;

    const outcome: Outcome =
      turn === null
        ? { failure: 'OpenCode did not return the turn' }
        : await host().ask({
            sessionId: session.id,
            model: options.model,
            sessionModel: session.model,
            turn: turn.text,
            language,
            timeoutMs: options.timeoutMs,
            signal: closing.signal,
          });
    outbox.remove((event) => covered.includes(event));
    const now = Date.now();
    const promptId = turn?.lastPrompt ?? openPrompts.at(-1) ?? '';
    if ('summary' in outcome) {
      const summary = cleanSummary(outcome.summary, session.hidden);
      outbox.add(summaryEvent({ sessionId: session.id, promptId, at: now }, summary));
      return;
    }
    const reason = outcome.failure;
    const lastReply = turn?.lastReply ?? '';
    outbox.add(pendingEvent({ sessionId: session.id, promptIds, lastReply, reason, now }));
    onFailed(session.id, reason);
  }

  return {
    expect(session, promptId) {
      clearTimeout(session.timer);
      const isPrivate = session.privatePrompts.has(promptId);
      // When a private turn starts, what was done before it is summarized now.
      if (isPrivate && session.isIdle) start(session);
      session.isIdle = false;
      if (!options.summaries || isPrivate) return;
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
        () => closing.abort('OpenCode exited before the model answered'),
        finishTimeoutMs,
      );
      await Promise.all(sessions.all().map(finishOne));
      clearTimeout(timer);
      // OpenCode may not start again for days, so the pending events are sent now.
      outbox.release(isPending);
      // The same process may open the folder again.
      closing = new AbortController();
    },
  };
}
