import { type FollowedRun, followRun } from '#client/follow-run.ts';
import type { AppError } from '#schema/app-error.ts';
import type { ErrorCode } from '#schema/error-codes.ts';
import type { Run } from '#schema/run.ts';
import type { RunEvent } from '#schema/run-event.ts';

export interface PanelState {
  phase: 'idle' | 'starting' | 'following';
  /** The last summary that succeeded. It stays until another one has succeeded too. */
  shown: { run: Run; text: string } | null;
  /** The run under way, or the one that ended without success. */
  followed: FollowedRun | null;
  /** Abort was pressed, and the run has not ended yet. */
  stopping: boolean;
  /** The model asked for patience and is tried again by itself. */
  waiting: { code: ErrorCode; waitMs: number } | null;
  outcome: PanelOutcome | null;
}

export type PanelOutcome =
  /** The source gate or the server said no before there was a run. */
  | { kind: 'refused'; error: AppError }
  | { kind: 'failed'; code: ErrorCode; message: string }
  | { kind: 'aborted' }
  /** The run may well go on; only its events no longer arrive. */
  | { kind: 'lost'; error: AppError };

export type PanelAction =
  | { type: 'submitted' }
  | { type: 'refused'; error: AppError }
  | { type: 'accepted'; runId: Run['id'] }
  | { type: 'event'; event: RunEvent }
  | { type: 'finished'; run: Run; text: string }
  | { type: 'lost'; error: AppError }
  | { type: 'abort-asked' }
  | { type: 'dismissed' };

export const idlePanel: PanelState = {
  phase: 'idle',
  shown: null,
  followed: null,
  stopping: false,
  waiting: null,
  outcome: null,
};

export function nextPanel(state: PanelState, action: PanelAction): PanelState {
  switch (action.type) {
    case 'submitted':
      return { ...idlePanel, shown: state.shown, phase: 'starting' };
    case 'refused':
      return { ...idlePanel, shown: state.shown, outcome: { kind: 'refused', error: action.error } };
    case 'accepted':
      return {
        ...idlePanel,
        shown: state.shown,
        stopping: state.stopping,
        phase: 'following',
        followed: followRun.start(action.runId),
      };
    case 'event':
      return nextByEvent(state, action.event);
    case 'finished':
      return { ...idlePanel, shown: { run: action.run, text: action.text } };
    case 'lost':
      return { ...state, phase: 'idle', waiting: null, outcome: { kind: 'lost', error: action.error } };
    case 'abort-asked':
      return state.phase === 'idle' ? state : { ...state, stopping: true };
    case 'dismissed':
      break;
  }
  return { ...state, followed: null, outcome: null };
}

function nextByEvent(state: PanelState, event: RunEvent): PanelState {
  if (state.followed === null || state.phase !== 'following') return state;
  const followed = followRun.next(state.followed, event);
  if (followed === state.followed) return state;
  if (event.type === 'model-retry') {
    return { ...state, followed, waiting: { code: event.errorCode, waitMs: event.waitMs } };
  }
  const next = { ...state, followed, waiting: null };
  // A success is shown with its run and its stored text, which the caller fetches now.
  if (event.type !== 'run-end' || event.status === 'succeeded') return next;
  return { ...next, phase: 'idle', stopping: false, outcome: outcomeOf(event) };
}

function outcomeOf(event: Extract<RunEvent, { type: 'run-end' }>): PanelOutcome {
  if (event.status === 'cancelled') return { kind: 'aborted' };
  return { kind: 'failed', code: event.errorCode ?? 'internal', message: event.message ?? '' };
}
