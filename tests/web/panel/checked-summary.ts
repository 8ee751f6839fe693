import { expect } from 'vitest';
import { modelProfileIdSchema } from '#schema/ids.ts';
import type { OpinionState } from '#schema/runs/grounding.ts';
import { applyOpinions, type SentenceOpinion } from '#schema/runs/opinions.ts';
import type { Run } from '#schema/runs/run.ts';
import { openBridge, parts } from './panel-parts.ts';
import { ground, type keepSummaries, makeSummary, readRecorded } from './summary-answers.ts';

type Desk = ReturnType<typeof keepSummaries>;

/** The sentences of a summary. The article says 118 million, and rules can decide neither `wait` nor `worry`. */
export const told = {
  ferries:
    'For them the city will run two electric ferries, every eight minutes from five in the morning until midnight, free of charge.',
  wait: 'Commuters brace themselves for a long wait.',
  cost: 'Repair instead of replacement will cost an estimated 987 million crowns.',
  worry: 'Traders on the quay worry about their takings.',
};
export const correctCost = 'Repair instead of replacement will cost an estimated 118 million crowns.';

export const summaryText = `${told.ferries} ${told.wait}\n\n- ${told.cost}\n- ${told.worry}`;
const correctText = summaryText.replace(told.cost, correctCost);

export const lines = {
  rules: '3 of 4 details found · 1 different · 1 quoted · 2 not checked',
  corrected: '4 of 4 details found · 2 quoted · 2 not checked',
};

const provider = 'openai-compatible';
const model = 'qwen3-8b';

export async function openSummarized(desk: Desk, options: Parameters<typeof openBridge>[1] = {}) {
  const app = await openBridge(desk.answers, options);
  await expect.element(parts.shown).toBeVisible();
  return app;
}

/** Makes a model's opinion about a sentence. It names the passage closest to the sentence. */
export function opinionOn(
  words: string,
  state: OpinionState,
  { reason = '', wrong }: { reason?: string; wrong?: string } = {},
): SentenceOpinion {
  const sentence = ground(summaryText).sentences.find(({ start, end }) =>
    summaryText.slice(start, end).includes(words),
  );
  if (sentence === undefined) throw new Error(`no sentence says ${words}`);
  const { start, end, support } = sentence;
  const [passage] = support;
  const quote = passage === undefined ? '' : readRecorded().article.text.slice(passage.start, passage.end);
  const at = wrong === undefined ? -1 : summaryText.indexOf(wrong, start);
  return {
    start,
    end,
    opinion: { state, reason, passages: passage === undefined ? [] : [passage], quote },
    wrong: wrong === undefined ? null : { start: at, end: at + wrong.length },
  };
}

/** Makes the summary with the verdicts of a model. */
export function judged(opinions: readonly SentenceOpinion[], run: Run) {
  const check = {
    runId: run.id,
    provider,
    model,
    at: run.createdAt,
    durationMs: 1500,
    costUsd: 0.0012,
    sentences: opinions.length,
  };
  return { ...applyOpinions(ground(summaryText), opinions), check };
}

/** Answers the next request to check the summary. */
export function startCheck(desk: Desk) {
  const started = desk.addRun({ taskType: 'check', provider, model });
  const { run } = started;
  const opinions: SentenceOpinion[] = [];
  return {
    ...started,
    begin(total: number) {
      const modelProfileId = modelProfileIdSchema.parse('scripted');
      started.send(
        { type: 'model-start', modelProfileId, provider, model },
        { type: 'progress', phase: 'checking', done: 0, total },
      );
    },
    decide(opinion: SentenceOpinion, { done, total }: { done: number; total: number }) {
      opinions.push(opinion);
      started.send({ type: 'verdict', ...opinion }, { type: 'progress', phase: 'checking', done, total });
    },
    succeed() {
      const ended = endOf(run, { status: 'succeeded' });
      desk.kept.check = { check: ended };
      desk.kept.items = desk.kept.items.map((item) => ({
        ...item,
        summary: { ...item.summary, grounding: judged(opinions, ended) },
      }));
      started.finish();
    },
    cancel() {
      desk.kept.check = { check: endOf(run, { status: 'cancelled' }) };
      started.cancel();
    },
    fail(errorCode: NonNullable<Run['errorCode']>, errorMessage: string) {
      desk.kept.check = { check: endOf(run, { status: 'failed', errorCode, errorMessage }) };
      started.fail(errorCode, errorMessage);
    },
  };
}

/** Answers the next request to correct the summary. */
export function startRepair(desk: Desk) {
  const started = desk.addRun({ taskType: 'repair', provider, model });
  const { run } = started;
  const summaryId = desk.kept.items[0]?.run.id;
  return {
    summaryId,
    succeed() {
      const ended = endOf(run, { status: 'succeeded' });
      const before = { runId: run.id, text: summaryText, provider, model, at: run.createdAt };
      desk.kept.check = { repair: ended, before };
      desk.kept.items = desk.kept.items.map((item) => ({
        ...makeSummary({ text: correctText, run: item.run }),
        run: item.run,
      }));
      started.finish();
    },
    fail(errorCode: NonNullable<Run['errorCode']>, errorMessage: string) {
      desk.kept.check = { repair: endOf(run, { status: 'failed', errorCode, errorMessage }) };
      started.fail(errorCode, errorMessage);
    },
  };
}

function endOf(run: Run, how: Partial<Run>): Run {
  return { ...run, durationMs: 1500, finishedAt: run.createdAt + 1500, ...how };
}
