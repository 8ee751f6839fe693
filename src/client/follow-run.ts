import type { ErrorCode } from '#schema/error-codes.ts';
import type { ModelProfileId, RunId } from '#schema/ids.ts';
import type { SentenceOpinion } from '#schema/runs/opinions.ts';
import type { ModelFailure, RunStatus } from '#schema/runs/run.ts';
import type { RunEvent } from '#schema/runs/run-event.ts';
import type { TranslatedParagraph } from '#schema/translations/translation.ts';

/** The state of a run, from its events. */
export interface FollowedRun {
  runId: RunId;
  /** The last event that counted; 0 for none. */
  seq: number;
  status: RunStatus;
  text: string;
  /** What a check has decided so far. */
  opinions: readonly SentenceOpinion[];
  /** What a translation has stored so far, by the key of each paragraph. */
  paragraphs: ReadonlyMap<string, TranslatedParagraph>;
  progress: Pick<Extract<RunEvent, { type: 'progress' }>, 'phase' | 'done' | 'total'> | null;
  model: { modelProfileId: ModelProfileId; provider: string; model: string } | null;
  /** The model that failed last and was replaced by another. */
  failure: ModelFailure | null;
  error: { code: ErrorCode; message: string } | null;
}

/** Folds events into what they amount to. Events seen before, and events of other runs, change nothing. */
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
