import { tellLanguage } from '#engine/answers/check-answer.ts';
import { groundAnswer } from '#engine/answers/ground-answer.ts';
import { AppError } from '#schema/app-error.ts';
import { issueIdSchema, type RunId } from '#schema/ids.ts';
import { countGrounding } from '#schema/runs/grounding.ts';
import type { Run } from '#schema/runs/run.ts';
import type { RunEvent } from '#schema/runs/run-event.ts';
import type { RunContext, Task, TaskAnswer, TaskPorts, TaskResult } from './define-task.ts';
import { isOutage } from './outlast-outage.ts';
import type {
  EnginePorts,
  FinishResult,
  FinishRun,
  NewSlot,
  PreparedRun,
  RunStore,
  Save,
  Transaction,
} from './ports.ts';
import { makeJob, prepareRun } from './prepare-run.ts';
import { cancelledError } from './stop-reason.ts';

interface Ending {
  answer: TaskAnswer | null;
  error: AppError | null;
}

/** Stores how a run ended, in one transaction, and announces the end. */
export async function finishRun(
  ports: TaskPorts,
  context: RunContext,
  { answer, error }: Ending,
): Promise<void> {
  const { run, task, trace, meter, log } = context;
  // A run may succeed with nothing to show, for example a fold that had too little to say.
  const shown = answer === null || answer.text === '' ? null : answer.text;
  const outputLanguage = shown === null ? null : await tellLanguage(shown);
  const grounding = shown === null || !task.isGrounded ? null : await groundAnswer(context, shown);
  const status = error === null ? 'succeeded' : statusOf(error);
  const at = ports.clock.now();
  const provider = trace.model?.profile.provider ?? '';
  const result = answer && { answer, outputLanguage, grounding, provider, at };
  const model = trace.answeredModel ?? trace.model?.profile.model ?? null;
  const makeSaveFailed = async () => {
    const stopped = { ...run, provider: trace.model?.profile.provider ?? null, model };
    return (await saveStopped(ports, { run: stopped, error, at })) ?? task.saveFailed?.(context) ?? null;
  };
  const finished: Ended = {
    runId: run.id,
    attempt: run.attempt,
    at,
    outcome: {
      status,
      provenance: trace.prompt?.provenance ?? null,
      modelProfileId: trace.model?.profile.id ?? null,
      provider: trace.model?.profile.provider ?? null,
      model,
      modelFailures: trace.failures,
      outputLanguage,
      coverage: trace.coverage,
      grounding: grounding === null ? null : countGrounding(grounding),
      usage: await meter.total(ports.textWork),
      errorCode: error?.code ?? null,
      errorMessage: error?.message ?? null,
    },
    prompt: trace.prompt?.prompt ?? null,
    slot: result === null ? null : await makeSlot(context, result),
    save: (result && (await task.save?.(context, result))) ?? null,
    saveFailed: result === null ? await makeSaveFailed() : null,
    issue: error === null ? null : makeIssue(ports, error, at),
    next: result && (await prepareNext(ports, context, result)),
    events: await log.rest(),
  };
  if (error?.code === 'internal')
    ports.log.error({ runId: run.id, err: error.cause }, 'run failed unexpectedly');
  const ending = await storeEnd(ports, finished);
  if (ending === 'refused') return finishRun(ports, context, { answer: null, error: changedMeanwhile() });
  if (ending === 'cancelled') return finishRun(ports, context, { answer: null, error: cancelledError() });
  if (ending === 'lost') {
    // This same attempt may have ended the run, if the response to its first commit was lost.
    const ended = await ports.store.getRun(run.id);
    if (ended?.attempt === run.attempt && ended.finishedAt !== null) return announceEnd(ports, task, run);
    ports.log.warn(
      { runId: run.id, attempt: run.attempt },
      'dropped a late result: the run has a newer attempt or has ended',
    );
    return;
  }
  log.stored(eventsOf(finished));
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
  await announceEnd(ports, task, run);
}

/** Makes what a stopped run still stores. Returns null if nothing was streamed or the task keeps nothing. */
export async function saveStopped(
  { tasks, store }: TaskPorts,
  { run, error, at }: { run: Run; error: AppError | null; at: number },
): Promise<Save | null> {
  const task = tasks.get(run.taskType);
  if (error?.code !== 'run_cancelled' || task.saveStopped === undefined) return null;
  const text = await readStreamed(store, run.id);
  const input = text.trim() === '' ? null : await store.getInput(run.id);
  if (input === null) return null;
  return task.saveStopped({ run, subject: task.subject.parse(input.subject), text, at });
}

/**
 * Makes the events as the store writes them. If there are none before the end, only the store knows the number of the
 * end.
 */
function eventsOf({ runId, at, outcome, events }: Ended): RunEvent[] {
  const last = events.at(-1);
  if (last === undefined) return [];
  const { status, errorCode, errorMessage: message } = outcome;
  return [...events, { type: 'run-end', status, errorCode, message, runId, seq: last.seq + 1, at }];
}

/**
 * Prepares the run that follows. If it exceeds a spending cap or cannot be prepared, the present run still succeeds.
 */
async function prepareNext(
  ports: TaskPorts,
  context: RunContext,
  result: TaskResult<unknown>,
): Promise<PreparedRun | null> {
  try {
    const request = (await context.task.next?.(context, result)) ?? null;
    if (request === null) return null;
    const usage = await context.meter.total(ports.textWork);
    return await prepareRun(ports, { ...request, unstoredUsd: usage?.costUsd ?? 0 });
  } catch (error) {
    if (context.signal.aborted || isOutage(error)) throw error;
    ports.log.warn({ runId: context.run.id, err: error }, 'the run that should follow was not started');
    return null;
  }
}

type Ended = Omit<FinishRun, 'enqueueNext'>;

export function storeEnd(ports: EnginePorts, ended: Ended): Promise<FinishResult> {
  return releaseWaiting(ports, ended.runId, (enqueueNext) =>
    ports.store.finishRun({ ...ended, enqueueNext }),
  );
}

/** Ends a run and starts the runs that waited for it, whatever its outcome. For most runs there are none. */
export async function releaseWaiting(
  ports: EnginePorts,
  runId: RunId,
  end: (enqueueNext: FinishRun['enqueueNext']) => Promise<FinishResult>,
): Promise<FinishResult> {
  const result = await end(null);
  if (result !== 'awaited') return result;
  const waiting = await ports.store.listWaiting(runId);
  const jobs = await Promise.all(waiting.map((run) => makeJob(ports, run)));
  return end(async (tx: Transaction) => {
    for (const job of jobs) await ports.queue.enqueue(job, tx);
  });
}

async function makeSlot(
  { ports, run, input, task, trace }: RunContext,
  { grounding }: TaskResult<unknown>,
): Promise<NewSlot | null> {
  if (task.slot === undefined) return null;
  const { taskType, source, variant } = run;
  return {
    taskType,
    source: { kind: source.kind, id: source.id },
    variant,
    contentHash: input.contentHash,
    templateHash: trace.prompt?.provenance.templates[0]?.hash ?? null,
    grounding,
    cap: task.slot.cap(await ports.getSettings()),
  };
}

function changedMeanwhile(): AppError {
  return new AppError(
    'conflict',
    'The source changed while this run was in progress, so its result was not used. Start it again.',
  );
}

export function makeIssue(ports: EnginePorts, error: AppError, at: number): FinishRun['issue'] {
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

export async function announceEnd({ bus }: EnginePorts, task: Task, run: Run): Promise<void> {
  await bus.publish({ kind: 'run-events', runId: run.id });
  await task.afterEnd?.(run);
  for (const what of [...task.announces, 'runs', 'issues'] as const) {
    await bus.publish({ kind: 'changed', what });
  }
}

export function statusOf(error: AppError): 'cancelled' | 'failed' {
  return error.code === 'run_cancelled' ? 'cancelled' : 'failed';
}

const pageSize = 500;

/** Reads the text that the readers of a run have seen, which is all text of its newest attempt. */
async function readStreamed(store: Pick<RunStore, 'readEvents'>, runId: RunId): Promise<string> {
  let text = '';
  for (let afterSeq = 0; ; ) {
    const events = await store.readEvents({ runId, afterSeq, limit: pageSize });
    for (const event of events) {
      if (event.type === 'text-reset') text = '';
      if (event.type === 'text-delta') text += event.text;
    }
    const last = events.at(-1);
    if (last === undefined || events.length < pageSize) return text;
    afterSeq = last.seq;
  }
}
