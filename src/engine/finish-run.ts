import type { ModelAnswer } from '#engine/calls/call-model.ts';
import { tellLanguage } from '#engine/tasks/check-language.ts';
import { groundAnswer } from '#engine/tasks/ground-answer.ts';
import { AppError } from '#schema/app-error.ts';
import { issueIdSchema } from '#schema/ids.ts';
import { countGrounding } from '#schema/runs/grounding.ts';
import type { Run } from '#schema/runs/run.ts';
import type { Payload } from '#schema/runs/summary.ts';
import { sessionIdSchema } from '#schema/sessions/session.ts';
import { makeJob } from './make-job.ts';
import { isOutage } from './outlast-outage.ts';
import type { EnginePorts, FinishResult, FinishRun, FoldAhead, Transaction } from './ports.ts';
import type { RunContext } from './run-context.ts';
import { cancelledError } from './stop-reason.ts';

interface Ending {
  answer: ModelAnswer | null;
  error: AppError | null;
}

/** Stores how a run ended, in one transaction, and announces it. */
export async function finishRun(context: RunContext, { answer, error }: Ending): Promise<void> {
  const { ports, run, task, trace, meter, log } = context;
  // A run may succeed with nothing to show: a fold that had too little to say.
  const shown = answer === null || answer.text === '' ? null : (task.present?.(answer.text) ?? answer.text);
  const outputLanguage = shown === null ? null : await tellLanguage(shown);
  const grounding = shown === null || !task.isChecked ? null : await groundAnswer(context, shown);
  const status = error === null ? 'succeeded' : statusOf(error);
  const at = ports.clock.now();
  const { storage } = await ports.getSettings();
  const payload =
    answer === null
      ? (task.afterFailure?.(context) ?? null)
      : await task.makePayload(context, {
          text: answer.text,
          outputLanguage,
          grounding,
          provider: trace.model?.profile.provider ?? '',
          model: answer.model,
        });
  const finished: Ended = {
    runId: run.id,
    attempt: run.attempt,
    at,
    outcome: {
      status,
      provenance: trace.prompt?.provenance ?? null,
      modelProfileId: trace.model?.profile.id ?? null,
      provider: trace.model?.profile.provider ?? null,
      model: trace.answeredModel ?? trace.model?.profile.model ?? null,
      modelFailures: trace.failures,
      outputLanguage,
      coverage: trace.coverage,
      grounding: grounding === null ? null : countGrounding(grounding),
      usage: await meter.total(ports.textWork),
      errorCode: error?.code ?? null,
      errorMessage: error?.message ?? null,
    },
    prompt: trace.prompt?.prompt ?? null,
    payload,
    summaryCap: storage.summaryCap,
    issue: error === null ? null : makeIssue(ports, error, at),
    foldAhead: await planFoldAhead(ports, payload),
    events: await log.rest(),
  };
  if (error?.code === 'internal')
    ports.log.error({ runId: run.id, err: error.cause }, 'run failed unexpectedly');
  const result = await storeEnd(ports, finished);
  if (result === 'refused') return finishRun(context, { answer: null, error: changedMeanwhile() });
  if (result === 'cancelled') return finishRun(context, { answer: null, error: cancelledError() });
  if (result === 'lost') {
    // Perhaps by this same attempt, if the response to its first commit was lost.
    const ended = await ports.store.getRun(run.id);
    if (ended?.attempt === run.attempt && ended.finishedAt !== null) return announceEnd(ports, run);
    ports.log.warn(
      { runId: run.id, attempt: run.attempt },
      'dropped a late result: the run has a newer attempt or has ended',
    );
    return;
  }
  ports.log.info(
    {
      runId: run.id,
      status,
      model: finished.outcome.model,
      usage: finished.outcome.usage,
      code: error?.code,
      ...run.parameters,
    },
    'run ended',
  );
  await announceEnd(ports, run);
}

type Ended = Omit<FinishRun, 'enqueueNext'>;

/** Starts the runs that waited for this one, whatever its outcome; for most runs there are none. */
async function storeEnd(ports: EnginePorts, ended: Ended): Promise<FinishResult> {
  const result = await ports.store.finishRun({ ...ended, enqueueNext: null });
  if (result !== 'awaited') return result;
  const waiting = await ports.store.listWaiting(ended.runId);
  const jobs = await Promise.all(waiting.map((run) => makeJob(ports, run)));
  const enqueueNext = async (tx: Transaction) => {
    for (const job of jobs) await ports.queue.enqueue(job, tx);
  };
  return ports.store.finishRun({ ...ended, enqueueNext });
}

/** The answer is stored without it, too: the next message then plans its fold. */
async function planFoldAhead(ports: EnginePorts, payload: Payload | null): Promise<FoldAhead | null> {
  if (payload?.kind !== 'reply') return null;
  try {
    return await ports.planFoldAhead(payload);
  } catch (error) {
    if (isOutage(error)) throw error;
    ports.log.warn({ threadId: payload.threadId, err: error }, 'could not plan the next fold');
    return null;
  }
}

function changedMeanwhile(): AppError {
  return new AppError(
    'conflict',
    'The source changed while this run was in progress, so its result was not used.',
  );
}

function makeIssue(ports: EnginePorts, error: AppError, at: number): FinishRun['issue'] {
  return {
    id: issueIdSchema.parse(ports.newId()),
    kind: error.code === 'run_cancelled' ? 'run-cancelled' : 'run-failed',
    code: error.code,
    message: error.message,
    details: {
      ...error.details,
      ...(error.retryAfterMs === undefined ? {} : { retryAfterMs: error.retryAfterMs }),
    },
    createdAt: at,
  };
}

async function announceEnd(ports: EnginePorts, run: Run): Promise<void> {
  await ports.bus.publish({ kind: 'run-events', runId: run.id });
  if (run.source.kind === 'thread') await ports.bus.publish({ kind: 'changed', what: 'threads' });
  if (run.source.kind === 'session') await announceSummary(ports, run);
  if (run.source.kind === 'conversation') await ports.bus.publish({ kind: 'changed', what: 'conversations' });
  await ports.bus.publish({ kind: 'changed', what: 'runs' });
  await ports.bus.publish({ kind: 'changed', what: 'issues' });
}

/** Like any other incoming session summary. */
async function announceSummary({ store, bus }: EnginePorts, run: Run): Promise<void> {
  const id = await store.findSessionSummary(run.id);
  if (id === null) return;
  const sessionDbId = sessionIdSchema.parse(Number(run.source.id));
  await bus.publish({ kind: 'session', event: { type: 'new_summary', sessionDbId, id } });
}

/** Ends a run that no process executes: it is queued, or its worker has died. */
export async function finishIdleRun(
  ports: EnginePorts,
  idle: { run: Run; attempt: number | null; error: AppError },
): Promise<boolean> {
  const at = ports.clock.now();
  const { storage } = await ports.getSettings();
  const result = await storeEnd(ports, {
    runId: idle.run.id,
    attempt: idle.attempt,
    at,
    outcome: {
      status: statusOf(idle.error),
      provenance: idle.run.provenance,
      modelProfileId: idle.run.modelProfileId,
      provider: idle.run.provider,
      model: idle.run.model,
      modelFailures: idle.run.modelFailures,
      outputLanguage: null,
      coverage: idle.run.coverage,
      grounding: null,
      usage: idle.run.usage,
      errorCode: idle.error.code,
      errorMessage: idle.error.message,
    },
    prompt: null,
    payload: null,
    summaryCap: storage.summaryCap,
    issue: makeIssue(ports, idle.error, at),
    foldAhead: null,
    events: [],
  });
  if (result === 'finished') await announceEnd(ports, idle.run);
  return result === 'finished';
}

function statusOf(error: AppError): 'cancelled' | 'failed' {
  return error.code === 'run_cancelled' ? 'cancelled' : 'failed';
}
