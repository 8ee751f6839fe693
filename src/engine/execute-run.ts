import { checkLanguage } from '#engine/answers/check-answer.ts';
import { limitsOf, takePlace } from '#engine/calls/model-limits.ts';
import { createUsageMeter } from '#engine/calls/usage-meter.ts';
import { AppError, toAppError } from '#schema/app-error.ts';
import type { ModelProfileId, RunId } from '#schema/ids.ts';
import type { ModelFailure } from '#schema/runs/run.ts';
import type { RunContext, TaskAnswer, TaskPorts } from './define-task.ts';
import { createEventLog, type RunTails } from './events/event-log.ts';
import { finishIdleRun, type IdleEnd } from './finish-idle-run.ts';
import { finishRun } from './finish-run.ts';
import { nap } from './nap.ts';
import { isOutage, isRefusal, outlastOutage } from './outlast-outage.ts';
import type { Job, Model, StartResult } from './ports.ts';
import { enqueueOf } from './prepare-run.ts';
import { cancelledError, RunStopped } from './stop-reason.ts';

/**
 * A queue in this process may hand out the job before the transaction that made its run has committed. Over a
 * network, the commit takes a moment. If the run is still missing after that moment, its transaction was rolled back.
 */
const commitNapMs = 20;
const longestCommitMs = 5000;

type ExecutePorts = TaskPorts & { tails: RunTails };

/** The runs of this process. */
export interface OwnRuns {
  /** The runs that are executed now. Aborting a controller closes the socket of the model call. */
  active: Map<RunId, AbortController>;
  /** Runs that are over but whose end the database refused. They are ended later and never started again. */
  unended: Map<RunId, IdleEnd>;
}

interface Executing {
  ports: ExecutePorts;
  own: OwnRuns;
}

/**
 * Takes a queued run to its end. Rejects only when the store cannot be reached or the process ends before the run
 * could begin; the queue then delivers its job again.
 */
export async function executeRun(ports: ExecutePorts, own: OwnRuns, job: Job): Promise<void> {
  const { active, unended } = own;
  if (active.has(job.runId) || unended.has(job.runId)) return;
  const controller = new AbortController();
  // The run is added before its start, so that a heartbeat in between does not take it for lost.
  active.set(job.runId, controller);
  try {
    const started = await startWhenAllowed(ports, job, controller.signal);
    if (started.kind === 'started') await executeStarted({ ports, own }, { ...started, job }, controller);
  } catch (error) {
    if (!isOutage(error) || !(await giveBackAfterOutage(ports, job))) throw error;
  } finally {
    active.delete(job.runId);
  }
}

/**
 * A started run with the profile whose place and first call it got. The first model of the route is null if it cannot
 * be opened.
 */
type Started = Extract<StartResult, { kind: 'started' }> & {
  profileId: ModelProfileId;
  primary: Model | null;
};

async function startWhenAllowed(
  ports: TaskPorts,
  job: Job,
  signal: AbortSignal,
): Promise<Started | { kind: 'gone' }> {
  const { store, clock, models, worker } = ports;
  let missingMs = 0;
  for (;;) {
    // Settling the job now would leave its run queued forever, so the queue gives it to another process.
    if (isShutdown(signal)) throw signal.reason;
    const primaryId = job.primaryId ?? (await store.getRun(job.runId))?.route[0];
    if (primaryId === undefined) return { kind: 'gone' };
    const primary = await models.open(primaryId).catch(() => null);
    // Agents that talk through the same profile share its limits.
    const profileId = primary?.profile.id ?? primaryId;
    const start = { runId: job.runId, workerId: worker.id, profileId };
    const result = await store.startRun({ ...start, ...limitsOf(primary, clock) });
    if (result.kind === 'started') return { ...result, profileId, primary };
    if (result.kind === 'gone') return { kind: 'gone' };
    if (result.kind === 'missing') {
      if (missingMs >= longestCommitMs || signal.aborted) return { kind: 'gone' };
      missingMs += commitNapMs;
    }
    // The naps are short, so that a cancelled run stops waiting soon.
    await nap(clock, 'ms' in result ? Math.min(result.ms, 1000) : commitNapMs, signal);
  }
}

async function executeStarted(
  executing: Executing,
  started: Started & { job: Job },
  controller: AbortController,
): Promise<void> {
  const { ports } = executing;
  const { run, input, lastSeq } = started;
  const task = ports.tasks.get(run.taskType);
  const log = createEventLog({
    runId: run.id,
    attempt: run.attempt,
    lastSeq,
    store: ports.store,
    bus: ports.bus,
    tails: ports.tails,
    clock: ports.clock,
    signal: controller.signal,
    onLost: (failure) => controller.abort(new RunStopped('lost', failure ?? undefined)),
  });
  const context: RunContext = {
    ports,
    run,
    input,
    task,
    log,
    meter: createUsageMeter(),
    signal: controller.signal,
    grantedCall: started.profileId,
    trace: { prompt: null, model: null, answeredModel: null, failures: [], coverage: null },
  };
  log.emit({ type: 'run-start', attempt: run.attempt });
  if (run.attempt > 1) log.emit({ type: 'text-reset', reason: 'restart' });
  await ports.bus.publish({ kind: 'changed', what: 'runs' });

  try {
    context.input = { ...input, subject: task.subject.parse(input.subject) };
    const { begin } = task;
    if (begin) context.input = await outlast(context, () => begin(run, context.input));
    const { model, answer } = await followRoute(context, started.primary);
    const checked = await checkLanguage(context, model, answer);
    await saveAnswer(context, () => finishRun(ports, context, { answer: checked, error: null }));
  } catch (error) {
    await log.settled();
    const stopped = controller.signal.aborted ? controller.signal.reason : error;
    // The run is not at fault, so it starts over when the database is back.
    if (isOutage(stopped)) throw stopped;
    if (isOutage(stopped.cause)) throw stopped.cause;
    const fail = (failure: AppError) => failForGood(executing, context, failure);
    if (!(stopped instanceof RunStopped)) return fail(toAppError(error));
    if (stopped.reason === 'cancelled') return fail(cancelledError());
    if (stopped.reason === 'shutdown') return void (await giveBack(ports, started.job));
    if (stopped.cause !== undefined) return fail(unsaved(stopped.cause));
    throw stopped;
  }
}

function unsaved(cause: unknown): AppError {
  return new AppError('result_unsaved', 'The database did not accept the result of this run.', { cause });
}

async function saveAnswer(context: RunContext, save: () => Promise<void>): Promise<void> {
  try {
    await outlast(context, save);
  } catch (error) {
    const isKnown = error instanceof AppError && !isRefusal(error);
    throw isKnown || context.signal.aborted ? error : unsaved(error);
  }
}

/**
 * Ends a run that failed. If the database refuses the details of the run, the run ends without them. If it refuses
 * everything, this process remembers the end: a new start would pay for the same answer.
 */
async function failForGood({ ports, own }: Executing, context: RunContext, error: AppError): Promise<void> {
  const { run, meter } = context;
  try {
    return await outlast(context, () => finishRun(ports, context, { answer: null, error }));
  } catch (refused) {
    if (isOutage(refused) && error.code !== 'result_unsaved') throw refused;
    ports.log.error(
      { runId: run.id, err: refused },
      'the end of a run was refused; ending it without details',
    );
  }
  const end = { run, attempt: run.attempt, error, usage: await meter.total(ports.textWork) };
  try {
    await finishIdleRun(ports, end);
  } catch (refused) {
    ports.log.error(
      { runId: run.id, err: refused },
      'a run cannot be ended now; it will not be started again',
    );
    own.unended.set(run.id, end);
  }
}

/** Asks the primary model first, then the fallback, each from scratch. */
async function followRoute(
  context: RunContext,
  primary: Model | null,
): Promise<{ model: Model; answer: TaskAnswer }> {
  const { run, ports, log, trace } = context;
  let failure: unknown = null;
  for (const [index, profileId] of run.route.entries()) {
    if (index > 0) log.emit({ type: 'text-reset', reason: 'fallback' });
    trace.prompt = null;
    let asked: Model['profile'] | null = null;
    try {
      const opened = index === 0 ? primary : null;
      const model = opened ?? (await outlast(context, () => ports.models.open(profileId)));
      if (index > 0) await outlast(context, () => takePlace(context, model));
      trace.model = model;
      asked = model.profile;
      const { id, provider, model: name } = model.profile;
      log.emit({ type: 'model-start', modelProfileId: id, provider, model: name });
      return { model, answer: await context.task.answer(context, model) };
    } catch (error) {
      if (context.signal.aborted || isOutage(error)) throw error;
      if (isRefusal(error)) throw unsaved(error);
      // A fault of a model is an AppError. Any other error would meet the next model too, and that call would cost
      // money.
      if (!(error instanceof AppError)) throw error;
      failure = error;
      noteFailure(context, asked ?? { id: profileId, provider: null, model: null }, error);
      ports.log.warn({ runId: run.id, modelProfileId: profileId, err: error }, 'model failed');
    }
  }
  throw failure;
}

function noteFailure(
  { trace, log }: RunContext,
  profile: { id: ModelProfileId; provider: string | null; model: string | null },
  error: AppError,
): void {
  const failed: ModelFailure = {
    modelProfileId: profile.id,
    provider: profile.provider,
    model: profile.model,
    errorCode: error.code,
    message: error.message,
  };
  trace.failures.push(failed);
  log.emit({ type: 'model-failed', ...failed });
}

/** Gives a run back to the queue, even if its start was never reported. */
function giveBackAfterOutage(ports: TaskPorts, job: Job): Promise<boolean> {
  const { signal } = new AbortController();
  return outlastOutage({ clock: ports.clock, signal }, () => giveBack(ports, job));
}

/** Returns false if this process does not hold the run. The job must then be delivered again. */
function giveBack(ports: TaskPorts, job: Job): Promise<boolean> {
  const { store, clock, worker } = ports;
  return store.requeueRun({
    runId: job.runId,
    fromWorkerId: worker.id,
    toWorkerId: worker.id,
    at: clock.now(),
    enqueue: enqueueOf(ports, job),
  });
}

function outlast<T>({ ports, signal }: RunContext, work: () => Promise<T>): Promise<T> {
  return outlastOutage({ clock: ports.clock, signal }, work);
}

function isShutdown({ aborted, reason }: AbortSignal): boolean {
  return aborted && reason instanceof RunStopped && reason.reason === 'shutdown';
}
