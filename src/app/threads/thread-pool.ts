import { Worker } from 'node:worker_threads';
import { AppError } from '#schema/app-error.ts';
import type { ErrorCode } from '#schema/error-codes.ts';

export interface ThreadTask {
  name: string;
  given: unknown[];
}

export type ThreadAnswer =
  | { result: unknown }
  | { refusal: { code: ErrorCode; message: string; details: Record<string, unknown> | undefined } }
  | { defect: string };

export interface ThreadPoolOptions {
  /** The script of a thread, which calls `answerTasks`. */
  script: string;
  maxThreads: number;
  /** The heap of each thread. */
  heapMb: number;
  /** The part of each thread's heap for short-lived values. A smaller part is collected more often. */
  youngMb?: number;
  /** A further thread is opened once a task has waited this long for the others. The default is 0. */
  patienceMs?: number;
  /** The error of a task that takes too long or too much memory, or whose thread dies. */
  failure(): AppError;
}

export interface TaskOptions {
  /** The limit in processor time. A busy machine gives a thread less of it in the same time. */
  limitMs: number;
  /** The bytes that its thread may hold, including buffers. These are outside of the heap that `heapMb` bounds. */
  maxHeldBytes?: number;
  /** Cancels the task, and ends its thread if the task is running. */
  signal?: AbortSignal | undefined;
}

export interface ThreadPool {
  run(task: ThreadTask, options: TaskOptions): Promise<unknown>;
  /** Whether there is a thread, busy or idle. */
  isOpen(): boolean;
  /** Aborts running and waiting tasks. */
  close(): Promise<void>;
}

interface Job {
  task: ThreadTask;
  since: number;
  allowed: Allowed;
  resolve(result: unknown): void;
  reject(error: unknown): void;
  /** Removes the job from the queue, or ends the thread that works on it. */
  giveUp(reason: unknown): void;
}

/** The time after which an idle thread ends, because a thread takes about 60 MB. */
const idleMs = 10_000;
const watchMs = 25;
/** A thread that held more than this is not kept, although opening one costs half a second of processor time. */
const keptBytes = 192 * 1024 ** 2;
/**
 * The limit of elapsed time, as a multiple. A task that waits for something that never comes uses no processor time.
 */
const wallTimesLimit = 20;

/**
 * Runs tasks in threads within bounds of time and memory, so that the server stays responsive for any text. The
 * threads cannot read the environment and therefore none of its keys.
 */
export function createThreadPool(options: ThreadPoolOptions): ThreadPool {
  const idle: Worker[] = [];
  /** The timers that end the idle threads. */
  const ends = new Map<Worker, NodeJS.Timeout>();
  const all = new Set<Worker>();
  const waiting: Job[] = [];
  const { patienceMs = 0 } = options;
  let patience: NodeJS.Timeout | undefined;
  let isClosed = false;

  async function run(task: ThreadTask, { signal, ...allowed }: TaskOptions): Promise<unknown> {
    if (isClosed) throw closedError();
    signal?.throwIfAborted();
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    const job: Job = { task, since: performance.now(), allowed, resolve, reject, giveUp: leaveQueue };
    const onAbort = () => job.giveUp(signal?.reason);
    signal?.addEventListener('abort', onAbort, { once: true });
    waiting.push(job);
    assign();
    return promise.finally(() => signal?.removeEventListener('abort', onAbort));

    function leaveQueue(reason: unknown): void {
      waiting.splice(waiting.indexOf(job), 1);
      reject(reason);
    }
  }

  function assign(): void {
    const worker = waiting.length === 0 ? undefined : (wake() ?? open());
    const job = worker && waiting.shift();
    if (job) work(worker, job);
  }

  function open(): Worker | undefined {
    if (all.size >= options.maxThreads) return undefined;
    const waitMs = all.size === 0 ? 0 : patienceMs - (performance.now() - (waiting[0]?.since ?? 0));
    if (waitMs > 0) {
      patience ??= setTimeout(() => {
        patience = undefined;
        assign();
      }, waitMs).unref();
      return undefined;
    }
    const worker = new Worker(options.script, {
      env: {},
      execArgv: [],
      resourceLimits: {
        maxOldGenerationSizeMb: options.heapMb,
        ...(options.youngMb === undefined ? {} : { maxYoungGenerationSizeMb: options.youngMb }),
      },
    });
    all.add(worker);
    // A thread that runs out of memory reports an error and then ends.
    worker.on('error', () => {});
    worker.once('exit', () => {
      forget(worker);
      assign();
    });
    return worker;
  }

  function work(worker: Worker, job: Job): void {
    const timer = setTimeout(() => fail(options.failure()), job.allowed.limitMs * wallTimesLimit);
    const watch = watchUse(worker, job.allowed, () => fail(options.failure()));
    const onExit = () => fail(isClosed ? closedError() : options.failure());
    const settle = () => {
      clearTimeout(timer);
      watch.stop();
      worker.off('message', onMessage);
      worker.off('exit', onExit);
    };
    const onMessage = (answer: ThreadAnswer) => {
      settle();
      if (watch.heldBytes() > keptBytes) end(worker);
      else rest(worker);
      if ('result' in answer) job.resolve(answer.result);
      else if ('defect' in answer) job.reject(new Error(`${job.task.name} failed: ${answer.defect}`));
      else job.reject(new AppError(answer.refusal.code, answer.refusal.message, answer.refusal));
      assign();
    };
    function fail(error: unknown): void {
      settle();
      end(worker);
      job.reject(error);
      assign();
    }
    worker.ref();
    worker.on('message', onMessage);
    worker.on('exit', onExit);
    job.giveUp = fail;
    worker.postMessage(job.task, []);
  }

  /** Puts a thread to rest. An idle thread does not keep the process alive and soon ends. */
  function rest(worker: Worker): void {
    idle.push(worker);
    worker.unref();
    ends.set(worker, setTimeout(() => endIdle(worker), idleMs).unref());
  }

  function wake(): Worker | undefined {
    const worker = idle.pop();
    if (worker !== undefined) clearTimeout(ends.get(worker));
    return worker;
  }

  function endIdle(worker: Worker): void {
    forget(worker);
    end(worker);
  }

  /** Ends a thread. Its place is free only after it has ended, because the process then gets the memory back. */
  function end(worker: Worker): void {
    void worker.terminate();
  }

  function forget(worker: Worker): void {
    all.delete(worker);
    clearTimeout(ends.get(worker));
    ends.delete(worker);
    const place = idle.indexOf(worker);
    if (place !== -1) idle.splice(place, 1);
  }

  return {
    run,
    isOpen: () => all.size > 0,
    async close() {
      isClosed = true;
      clearTimeout(patience);
      for (const job of waiting.splice(0)) job.reject(closedError());
      await Promise.all([...all].map((worker) => worker.terminate()));
    },
  };
}

type Allowed = Omit<TaskOptions, 'signal'>;

/** Periodically checks what a task uses. Most tasks end before the first check. */
function watchUse(
  worker: Worker,
  { limitMs, maxHeldBytes = Number.POSITIVE_INFINITY }: Allowed,
  onExceeded: () => void,
): { stop(): void; heldBytes(): number } {
  const usedMs = createCpuClock(worker);
  let heldBytes = 0;
  let isOver = false;
  const look = async () => {
    const [used, held] = await Promise.all([usedMs(), readHeldBytes(worker)]);
    heldBytes = Math.max(heldBytes, held);
    if (!isOver && (used > limitMs || held > maxHeldBytes)) onExceeded();
  };
  const timer = setInterval(() => void look(), Math.min(watchMs, limitMs));
  return {
    stop() {
      isOver = true;
      clearInterval(timer);
    },
    heldBytes: () => heldBytes,
  };
}

/**
 * Returns the bytes that a thread holds, including uncollected garbage. A thread that works without a pause answers
 * too.
 */
async function readHeldBytes(worker: Worker): Promise<number> {
  // A thread that has not begun or has ended refuses the call. Both cases are noticed elsewhere.
  const statistics = await worker.getHeapStatistics().catch(() => null);
  return statistics === null ? 0 : statistics.total_heap_size + statistics.external_memory;
}

/** Returns a clock for the processor time that a thread has used since the first check, in milliseconds. */
function createCpuClock(worker: Worker & { cpuUsage?(): Promise<NodeJS.CpuUsage> }): () => Promise<number> {
  const startedAt = performance.now();
  const processAt = process.cpuUsage();
  let first: number | null = null;
  return async () => {
    // The method does not exist before Node.js 24.6. The thread has used at most the time of the whole process.
    if (worker.cpuUsage === undefined)
      return Math.min(performance.now() - startedAt, millisecondsOf(process.cpuUsage(processAt)));
    // A thread that has not begun or has ended refuses the call. Both cases are noticed elsewhere.
    const usage = await worker.cpuUsage().catch(() => null);
    if (usage === null) return 0;
    first ??= millisecondsOf(usage);
    return millisecondsOf(usage) - first;
  };
}

function millisecondsOf({ user, system }: NodeJS.CpuUsage): number {
  return (user + system) / 1000;
}

function closedError(): Error {
  return new Error('the threads have been closed');
}
