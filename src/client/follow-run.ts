import type { ErrorCode } from '#schema/error-codes.ts';
import type { ModelProfileId, RunId } from '#schema/ids.ts';
import type { SentenceOpinion } from '#schema/runs/opinions.ts';
import type { ModelFailure, RunStatus } from '#schema/runs/run.ts';
import type { RunEvent } from '#schema/runs/run-event.ts';
import type { TranslatedParagraph } from '#schema/translations/translation.ts';

export interface FollowedRun {
  runId: RunId;
  /** Number of the last event applied, or 0 if there was none. */
  seq: number;
  status: RunStatus;
  text: string;
  /** The opinions that a check has given so far. */
  opinions: readonly SentenceOpinion[];
  /** The paragraphs that a translation has stored so far, by key. */
  paragraphs: ReadonlyMap<string, TranslatedParagraph>;
  progress: Pick<Extract<RunEvent, { type: 'progress' }>, 'phase' | 'done' | 'total'> | null;
  model: { modelProfileId: ModelProfileId; provider: string; model: string } | null;
  /** The model that failed last and was replaced by another. */
  failure: ModelFailure | null;
  error: { code: ErrorCode; message: string } | null;
}

/** Builds a run's state from its events. Events seen before and events of other runs change nothing. */
export const followRun = {
  start: (runId: RunId): FollowedRun => ({
    runId,
    seq: 0,
    status: 'queued',
    text: '',
    opinions: [],
    paragraphs: new Map(),
    progress: null,
    model: null,
    failure: null,
    error: null,
  }),

  next(state: FollowedRun, event: RunEvent): FollowedRun {
    if (event.runId !== state.runId || event.seq <= state.seq) return state;
    const next = { ...state, seq: event.seq };
    switch (event.type) {
      case 'run-start':
        next.status = 'running';
        next.opinions = [];
        next.progress = null;
        next.failure = null;
        break;
      case 'model-start':
        next.model = {
          modelProfileId: event.modelProfileId,
          provider: event.provider,
          model: event.model,
        };
        break;
      case 'model-failed':
        next.failure = event;
        break;
      case 'model-retry':
      case 'fold-skipped':
        break;
      case 'progress':
        next.progress = { phase: event.phase, done: event.done, total: event.total };
        break;
      case 'text-reset':
        next.text = '';
        next.opinions = [];
        break;
      case 'text-delta':
        next.text += event.text;
        break;
      case 'verdict': {
        const { start, end, opinion, wrong } = event;
        next.opinions = [...state.opinions, { start, end, opinion, wrong }];
        break;
      }
      case 'paragraph': {
        const { key, text, problem, marks } = event;
        next.paragraphs = new Map(state.paragraphs).set(key, { key, text, problem, marks });
        break;
      }
      case 'run-end':
        next.status = event.status;
        next.error =
          event.errorCode === null ? null : { code: event.errorCode, message: event.message ?? '' };
        break;
    }
    return next;
  },
};
