import type { FinishResult, FinishRun, Save } from '#engine/ports.ts';
import type { Summary } from '#schema/runs/summary.ts';
import type { MadeSummary } from '#sources/session/ports.ts';
import type { MadeFold, MadeReply } from '#sources/thread/ports.ts';
import type { Store } from '#store/store.ts';

type Made<T> = Omit<T, 'runId' | 'at'>;

export type SummaryPayload = Omit<Made<Summary>, 'templateHash' | 'createdAt' | 'updatedAt'>;
export type FoldPayload = { kind: 'fold' } & Made<MadeFold>;
export type ReplyPayload = { kind: 'reply' } & Made<MadeReply>;

/** What the runs of each task save. */
export type Payload =
  | ({ kind: 'summary' } & SummaryPayload)
  | FoldPayload
  | ReplyPayload
  | { kind: 'title'; threadId: MadeFold['threadId']; title: string }
  | ({ kind: 'session' } & Made<MadeSummary>);

export interface Ending extends Omit<FinishRun, 'save' | 'saveFailed' | 'slot'> {
  payload: Payload | null;
  summaryCap: number;
}

/** Ends a run as the engine does, with what its task would save. */
export function endRun(store: Store, { payload, summaryCap, ...ending }: Ending): Promise<FinishResult> {
  return store.runs.finishRun({
    ...ending,
    slot: payload?.kind === 'summary' ? makeSlot(ending, payload, summaryCap) : null,
    save: payload === null ? null : saveOf(store, ending, payload),
    saveFailed: payload?.kind === 'title' ? saveOf(store, ending, payload) : null,
  });
}

function makeSlot(
  { outcome }: Pick<FinishRun, 'outcome'>,
  { source, targetLanguage, detailLevel, contentHash, grounding }: SummaryPayload,
  cap: number,
): FinishRun['slot'] {
  const variant = { targetLanguage, detailLevel };
  const templateHash = outcome.provenance?.templates[0]?.hash ?? null;
  return { taskType: 'summary', source, variant, contentHash, templateHash, grounding, cap };
}

function saveOf(store: Store, { runId, at }: Pick<FinishRun, 'runId' | 'at'>, payload: Payload): Save {
  const made = { runId, at };
  if (payload.kind === 'summary')
    return async (tx) => (evicted) => store.reader.saveSummary(tx, { ...payload, runId }, evicted);
  if (payload.kind === 'fold') return (tx) => store.spaces.saveFold(tx, { ...payload, ...made });
  if (payload.kind === 'reply') return (tx) => store.spaces.saveReply(tx, { ...payload, ...made });
  if (payload.kind === 'title') return (tx) => store.spaces.saveTitle(tx, payload);
  return (tx) => store.sessions.saveSessionSummary(tx, { ...payload, ...made });
}
