import { type FollowedRun, followRun } from '#client/follow-run.ts';
import type { AppError } from '#schema/app-error.ts';
import type { EntryId } from '#schema/entry.ts';
import type { ErrorCode } from '#schema/error-codes.ts';
import type { RunId } from '#schema/ids.ts';
import type { EntrySummaries, EntrySummary } from '#schema/reader-wire.ts';
import type { Run } from '#schema/runs/run.ts';
import type { RunEvent } from '#schema/runs/run-event.ts';
import { type Choice, choiceOfRun, isSameChoice } from './choice.ts';

/** The state of one panel. It follows one entry at a time, and one run of that entry at a time. */
export interface PanelState {
  entryId: EntryId | null;
  /**
   * The stored summaries, newest first, or null until they are known. A summary stays here until another one for its
   * slot has succeeded.
   */
  stored: readonly EntrySummary[] | null;
  /**
   * A number that increases when `stored` changes other than by a read. Reads that started before are then out of
   * date.
   */
  revision: number;
  /** The slot that the user selected for this entry, or requested last. */
  picked: Choice | null;
  /** The values of the controls when the entry was opened. They are kept until the stored summaries are known. */
  held: Choice | null;
  pending: { requestId: number; choice: Choice; trigger: Run['trigger']; abortAsked: boolean } | null;
  run: PanelRun | null;
  /** The run whose end was seen last. A response that is on its way may still list it as active. */
  endedId: RunId | null;
  outcome: PanelOutcome | null;
  /** The last clear that can be undone, for any entry. */
  undo: { entryId: EntryId; undoId: string } | null;
}

export interface PanelRun {
  choice: Choice;
  trigger: Run['trigger'];
  followed: FollowedRun;
  /** Whether Abort was pressed and the run has not ended yet. */
  stopping: boolean;
  /** Set while the model has asked to wait. The run is retried automatically. */
  waiting: { code: ErrorCode; waitMs: number } | null;
}

/** The reason why the last request for a slot gave no summary, and the text received by then. */
export type PanelOutcome = { choice: Choice; text: string } & (
  | { kind: 'refused'; error: AppError; trigger: Run['trigger'] }
  | { kind: 'failed'; runId: RunId; code: ErrorCode; message: string }
  | { kind: 'aborted'; runId: RunId }
  /** The run may continue, but its events no longer arrive. */
  | { kind: 'lost'; run: PanelRun; error: AppError }
);

export type PanelAction =
  | { type: 'opened'; entryId: EntryId | null; held: Choice }
  /** The summaries that the server has for the entry, read when the panel was at `revision`. */
  | { type: 'loaded'; entryId: EntryId; revision: number; summaries: EntrySummaries }
  | { type: 'picked'; choice: Choice }
  | { type: 'submitted'; requestId: number; choice: Choice; trigger: Run['trigger'] }
  | { type: 'accepted'; requestId: number; run: Run }
  | { type: 'refused'; requestId: number; error: AppError }
  | { type: 'event'; event: RunEvent }
  /** The run succeeded, and `stored` are the entry's summaries now. */
  | { type: 'finished'; runId: RunId; stored: readonly EntrySummary[] }
  | { type: 'lost'; runId: RunId; error: AppError }
  | { type: 'resumed' }
  | { type: 'abort-asked' }
  /** A `choice` of null means all summaries of the entry. `shown` is the slot that stays visible. */
  | { type: 'cleared'; entryId: EntryId; choice: Choice | null; shown: Choice; undoId: string | null }
  | { type: 'restored'; undoId: string }
  | { type: 'dismissed' };

export const emptyPanel: PanelState = {
  entryId: null,
  stored: null,
  revision: 0,
  picked: null,
  held: null,
  pending: null,
  run: null,
  endedId: null,
  outcome: null,
  undo: null,
};

export function nextPanel(state: PanelState, action: PanelAction): PanelState {
  switch (action.type) {
    case 'opened':
      return {
        ...emptyPanel,
        entryId: action.entryId,
        held: action.held,
        revision: state.revision,
        undo: state.undo,
      };
    case 'loaded':
      return nextByReading(state, action);
    case 'picked':
      return { ...state, picked: action.choice };
    case 'submitted':
      return {
        ...state,
        pending: {
          requestId: action.requestId,
          choice: action.choice,
          trigger: action.trigger,
          abortAsked: false,
        },
        // A run for another slot continues on the server. Its summary appears once it is stored.
        run: null,
        picked: action.choice,
        outcome: null,
      };
    case 'accepted': {
      const { pending } = state;
      if (pending?.requestId !== action.requestId) return state;
      // The server may use a more specific language tag than the user did: `zh-Hans` for `zh`.
      const choice = choiceOfRun(action.run) ?? pending.choice;
      const isInSight = state.picked !== null && isSameChoice(state.picked, pending.choice);
      return {
        ...state,
        pending: null,
        picked: isInSight ? choice : state.picked,
        run: { ...startRun(action.run, choice), stopping: pending.abortAsked },
      };
    }
    case 'refused': {
      const { pending } = state;
      if (pending?.requestId !== action.requestId) return state;
      const { choice, trigger } = pending;
      const outcome = { kind: 'refused', choice, trigger, text: '', error: action.error } as const;
      return { ...state, pending: null, outcome };
    }
    case 'event':
      return nextByEvent(state, action.event);
    case 'finished':
      if (state.run?.followed.runId !== action.runId) return state;
      return {
        ...state,
        run: null,
        endedId: action.runId,
        undo: null,
        stored: action.stored,
        revision: state.revision + 1,
      };
    case 'lost': {
      const { run } = state;
      if (run?.followed.runId !== action.runId) return state;
      const outcome = { kind: 'lost', run, error: action.error, ...leftover(run) } as const;
      return { ...state, run: null, outcome };
    }
    case 'resumed': {
      if (state.outcome?.kind !== 'lost' || state.run !== null || state.pending !== null) return state;
      const { run } = state.outcome;
      // The abort may not have arrived, so it can be requested again.
      const restarted = {
        ...run,
        followed: followRun.start(run.followed.runId),
        stopping: false,
        waiting: null,
      };
      return { ...state, outcome: null, run: restarted };
    }
    case 'abort-asked':
      if (state.pending !== null) return { ...state, pending: { ...state.pending, abortAsked: true } };
      return state.run === null ? state : { ...state, run: { ...state.run, stopping: true } };
    case 'cleared': {
      const { entryId, undoId } = action;
      const undo = undoId === null ? state.undo : { entryId, undoId };
      if (state.entryId !== entryId) return { ...state, undo };
      return {
        ...withoutRun(state, action.choice),
        undo,
        stored: withoutSlot(state.stored ?? [], action.choice),
        revision: state.revision + 1,
        picked: action.shown,
        outcome: null,
      };
    }
    case 'restored':
      return state.undo?.undoId === action.undoId ? { ...state, undo: null } : state;
    case 'dismissed':
      break;
  }
  return { ...state, outcome: null };
}

function nextByReading(state: PanelState, action: Extract<PanelAction, { type: 'loaded' }>): PanelState {
  const { entryId, revision, summaries } = action;
  if (entryId !== state.entryId || revision !== state.revision) return state;
  const { items, active } = summaries;
  const isNew = active !== null && active.id !== state.endedId;
  const isFree = state.run === null && state.pending === null && state.outcome?.kind !== 'lost';
  const choice = active === null ? null : choiceOfRun(active);
  if (!isNew || !isFree || choice === null) return { ...state, stored: items };
  return {
    ...state,
    stored: items,
    run: startRun(active, choice),
    // The slot stays visible whatever the outcome of the run is.
    picked: state.picked ?? choice,
    outcome: null,
  };
}

function nextByEvent(state: PanelState, event: RunEvent): PanelState {
  const { run } = state;
  if (run === null) return state;
  const followed = followRun.next(run.followed, event);
  // The event is from another run or was already seen.
  if (followed === run.followed) return state;
  const waiting = event.type === 'model-retry' ? { code: event.errorCode, waitMs: event.waitMs } : null;
  const next = { ...run, followed, waiting };
  // After a success, the caller reads the stored summary and shows it.
  if (event.type !== 'run-end' || event.status === 'succeeded') return { ...state, run: next };
  const { runId } = event;
  const rest = leftover(next);
  return {
    ...state,
    run: null,
    endedId: runId,
    outcome:
      event.status === 'cancelled'
        ? { kind: 'aborted', runId, ...rest }
        : {
            kind: 'failed',
            runId,
            code: event.errorCode ?? 'internal',
            message: event.message ?? '',
            ...rest,
          },
  };
}

function startRun(run: Run, choice: Choice): PanelRun {
  return { choice, trigger: run.trigger, followed: followRun.start(run.id), stopping: false, waiting: null };
}

function leftover({ choice, followed }: PanelRun): { choice: Choice; text: string } {
  return { choice, text: followed.text };
}

/** Removes a run whose summary was cleared. The server ended it, and its end is not reported. */
function withoutRun(state: PanelState, choice: Choice | null): PanelState {
  const { run } = state;
  if (run === null || (choice !== null && !isSameChoice(run.choice, choice))) return state;
  return { ...state, run: null, endedId: run.followed.runId };
}

function withoutSlot(stored: readonly EntrySummary[], choice: Choice | null): readonly EntrySummary[] {
  return choice === null ? [] : stored.filter(({ summary }) => !isSameChoice(summary, choice));
}
