import type { EntrySummary } from '#schema/reader-wire.ts';
import { type Choice, isSameChoice } from './choice.ts';
import type { PanelOutcome, PanelRun, PanelState } from './panel-machine.ts';

/** The visible state of a panel. All of it belongs to one entry and one slot. */
export interface PanelView {
  choice: Choice;
  /** The session's choice, if it differs from the visible one. */
  wanted: Choice | null;
  /** The stored summary of the slot. */
  shown: EntrySummary | null;
  /** Text that is not stored. It comes from the current run, or from a run that did not succeed. */
  partial: string;
  /** Whether a request for this slot has no run yet. */
  starting: boolean;
  /** The run of this slot. */
  run: PanelRun | null;
  stopping: boolean;
  outcome: PanelOutcome | null;
  /** The slot of another active run for this entry. */
  elsewhere: Choice | null;
}

/** Returns the visible state. `usual` is the session's choice. */
export function viewPanel(state: PanelState, usual: Choice): PanelView {
  const choice = resolveChoice(state, usual);
  const isHere = (of: { choice: Choice } | null) => of !== null && isSameChoice(of.choice, choice);
  const run = isHere(state.run) ? state.run : null;
  const pending = isHere(state.pending) ? state.pending : null;
  const outcome = isHere(state.outcome) ? state.outcome : null;
  const busy = state.pending?.choice ?? state.run?.choice ?? null;
  return {
    choice,
    wanted: state.stored === null || isSameChoice(choice, usual) ? null : usual,
    shown: state.stored?.find(({ summary }) => isSameChoice(summary, choice)) ?? null,
    partial: run?.followed.text ?? outcome?.text ?? '',
    starting: pending !== null,
    run,
    stopping: run?.stopping ?? pending?.abortAsked ?? false,
    outcome,
    elsewhere: busy === null || isSameChoice(busy, choice) ? null : busy,
  };
}

function resolveChoice({ picked, stored, held }: PanelState, usual: Choice): Choice {
  if (picked !== null) return picked;
  if (stored === null) return held ?? usual;
  const newest = stored[0]?.summary;
  if (newest === undefined || stored.some(({ summary }) => isSameChoice(summary, usual))) return usual;
  const { targetLanguage, detailLevel, of } = newest;
  return { targetLanguage, detailLevel, ...(of === undefined ? {} : { of }) };
}

/** Returns the text that Copy copies: the growing text, or else the stored one. */
export function textInSight({ shown, partial, run }: PanelView): string | null {
  if (partial !== '' && (run !== null || shown === null)) return partial;
  return shown?.summary.text ?? null;
}
