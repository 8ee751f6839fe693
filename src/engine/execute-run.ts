import { toAppError } from '#schema/app-error.ts';
import type { RunId } from '#schema/ids.ts';
import type { Run } from '#schema/run.ts';
import type { ModelAnswer } from './call-model.ts';
import { checkLanguage } from './check-language.ts';
import { createEventLog } from './event-log.ts';
import { finishRun } from './finish-run.ts';
import type { EnginePorts, Job, Model, StartResult } from './ports.ts';
import type { RunContext } from './run-context.ts';
import { cancelledError, RunStopped } from './stop-reason.ts';
import { tasks } from './tasks.ts';
import { createUsageMeter } from './usage-meter.ts';

const commitNapMs = 20;
const longestCommitMs = 5000;

/** The runs this process executes now; stopping one reaches its socket. */
export type ActiveRuns = Map<RunId, AbortController>;

/** Takes a queued run to its end. Rejects only when the store cannot be reached; the queue then tries again. */
export async function executeRun(ports: EnginePorts, active: ActiveRuns, job: Job): Promise<void> {
  if (active.has(job.runId)) return;
  const controller = new AbortController();
  // Before the start, so that a beat in between does not take the run for lost.
  active.set(job.runId, controller);
  try {
    const started = await startWhenAllowed(ports, job, controller.signal);
    if (started.kind === 'started') await executeStarted(ports, { ...started, job }, controller);
  } finally {
    active.delete(job.runId);
  }
}

type Started = Extract<StartResult, { kind: 'started' }>;

async function startWhenAllowed(
  ports: EnginePorts,
  job: Job,
  signal: AbortSignal,
): Promise<Started | { kind: 'gone' }> {
  const { store, clock, models, worker } = ports;
  for (;;) {
    const run = await findCommitted(ports, job.runId, signal);
    const profileId = run?.route[0];
    if (run?.status !== 'queued' || profileId === undefined) return { kind: 'gone' };
    const model = await models.open(profileId).catch(() => null);
    const result = await store.startRun({
      runId: job.runId,
      workerId: worker.id,
      at: clock.now(),
      // Agents that talk through the same profile share its limits.
      profileId: model?.profile.id ?? profileId,
      requestsPerMinute: model?.profile.requestsPerMinute ?? null,
    });
    if (result.kind !== 'wait') return result;
    // Short naps: a cancelled run leaves the line soon.
    await nap(ports, Math.min(result.ms, 1000), signal);
    if (signal.aborted) return { kind: 'gone' };
  }
}

/**
 * A queue in this process may hand the job out before the transaction that made the run has committed; over a network
 * that takes a moment. After that moment there is no such run: its transaction was rolled back.
 */
async function findCommitted(ports: EnginePorts, runId: RunId, signal: AbortSignal): Promise<Run | null> {
  for (let waitedMs = 0; ; waitedMs += commitNapMs) {
    const run = await ports.store.getRun(runId);
    if (run !== null || waitedMs >= longestCommitMs || signal.aborted) return run;
    await nap(ports, commitNapMs, signal);
  }
}

async function executeStarted(
  ports: EnginePorts,
  started: Started & { job: Job },
  controller: AbortController,
): Promise<void> {
  const { run, input, lastSeq } = started;
  const log = createEventLog({
    runId: run.id,
    attempt: run.attempt,
    lastSeq,
    store: ports.store,
    bus: ports.bus,
    clock: ports.clock,
    onLost: (error) => controller.abort(new RunStopped('lost', error)),
  });
  const context: RunContext = {
    ports,
    run,
    input,
    task: tasks[run.taskType],
    log,
    meter: createUsageMeter(),
    signal: controller.signal,
    trace: { templateVersion: null, model: null, answeredModel: null, coverage: null },
  };
  log.emit({ type: 'run-start', attempt: run.attempt });
  if (run.attempt > 1) log.emit({ type: 'text-reset', reason: 'restart' });
  await ports.bus.publish({ kind: 'changed', what: 'runs' });

  try {
    context.input = await ports.refreshInput(run, input);
    const { model, answer } = await followRoute(context);
    const checked = await checkLanguage(context, model, answer);
    await log.settled();
    await finishRun(context, { answer: checked, error: null });
  } catch (error) {
    await log.settled();
    const stopped = controller.signal.aborted ? controller.signal.reason : error;
    if (!(stopped instanceof RunStopped))
      return finishRun(context, { answer: null, error: toAppError(error) });
    if (stopped.reason === 'cancelled') return finishRun(context, { answer: null, error: cancelledError() });
    if (stopped.reason === 'shutdown') return giveBack(ports, started.job);
    throw stopped;
  }
}

/** Primary model first, then the fallback, each with a clean page. */
async function followRoute(context: RunContext): Promise<{ model: Model; answer: ModelAnswer }> {
  const { run, ports, log, trace } = context;
  let failure: unknown = null;
  for (const [index, profileId] of run.route.entries()) {
    if (index > 0) log.emit({ type: 'text-reset', reason: 'fallback' });
    try {
      const model = await ports.models.open(profileId);
      trace.model = model;
      const { id, provider, model: name } = model.profile;
      log.emit({ type: 'model-start', modelProfileId: id, provider, model: name });
      return { model, answer: await context.task.answer(context, model) };
    } catch (error) {
      if (context.signal.aborted) throw error;
      failure = error;
      ports.log.warn({ runId: run.id, modelProfileId: profileId, err: error }, 'a model failed');
    }
  }
  throw failure;
}

async function giveBack({ store, queue, clock, worker }: EnginePorts, job: Job): Promise<void> {
  await store.requeueRun({
    runId: job.runId,
    fromWorkerId: worker.id,
    toWorkerId: worker.id,
    at: clock.now(),
    enqueue: (tx) => queue.enqueue(job, tx),
  });
}

function nap({ clock }: EnginePorts, ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const stop = clock.after(ms, resolve);
    signal.addEventListener(
      'abort',
      () => {
        stop();
        resolve();
      },
      { once: true },
    );
  });
}
