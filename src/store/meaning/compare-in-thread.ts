import { Worker } from 'node:worker_threads';
import { AppError } from '#schema/app-error.ts';

/** A statement that orders its rows by `vec_distance_cosine`. */
export interface Comparison {
  statement: string;
  values: (string | number | Uint8Array)[];
}

export interface Comparisons {
  run<Row>(comparison: Comparison): Promise<Row[]>;
  close(): Promise<void>;
}

/** A thread takes about 30 MB; searches come in groups. */
const idleMs = 60_000;

const thread = `
  const { parentPort, workerData } = require('node:worker_threads');
  const { DatabaseSync } = require('node:sqlite');
  const database = new DatabaseSync(workerData, { readOnly: true, timeout: 1000 });
  const floats = (bytes) => new Float32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength / 4);
  // The vectors have length 1: their product is the cosine.
  database.function('vec_distance_cosine', (one, other) => {
    const a = floats(one);
    const b = floats(other);
    let product = 0;
    for (let at = 0; at < a.length; at += 1) product += a[at] * b[at];
    return 1 - product;
  });
  parentPort.on('message', ({ statement, values }) => {
    try {
      parentPort.postMessage({ rows: database.prepare(statement).all(...values) });
    } catch (error) {
      parentPort.postMessage({ failure: String(error && error.message) });
    }
  });
`;

interface Answer {
  rows?: unknown[];
  failure?: string;
}

interface Waiting {
  resolve(rows: unknown[]): void;
  reject(error: unknown): void;
}

/**
 * Compares vectors in a thread with a connection of its own: a comparison reads every vector that may be near, which
 * takes tenths of a second if there are many, and would block the whole process.
 */
export function compareInThread(path: string): Comparisons {
  let worker: Worker | null = null;
  let leave: NodeJS.Timeout | undefined;
  /** In the order in which they were sent, which is that of the answers. */
  const waiting: Waiting[] = [];

  function start(): Worker {
    const started = new Worker(thread, { eval: true, workerData: path, env: {}, execArgv: [] });
    started.unref();
    started.on('message', ({ rows, failure }: Answer) => {
      const next = waiting.shift();
      if (rows === undefined) next?.reject(failed(failure));
      else next?.resolve(rows);
      if (waiting.length === 0) leave = setTimeout(() => void stop(), idleMs).unref();
    });
    started.on('error', () => {});
    started.once('exit', () => {
      if (worker !== started) return;
      worker = null;
      for (const { reject } of waiting.splice(0)) reject(failed('the thread ended'));
    });
    return started;
  }

  async function stop(): Promise<void> {
    clearTimeout(leave);
    const stopped = worker;
    worker = null;
    for (const { reject } of waiting.splice(0)) reject(failed('the database was closed'));
    await stopped?.terminate();
  }

  return {
    run: <Row>(comparison: Comparison) =>
      new Promise<Row[]>((resolve, reject) => {
        clearTimeout(leave);
        worker ??= start();
        waiting.push({ resolve: resolve as Waiting['resolve'], reject });
        worker.postMessage(comparison, []);
      }),
    close: stop,
  };
}

function failed(why: string | undefined): AppError {
  return new AppError('database_unavailable', `Vectors could not be compared: ${why ?? 'no answer'}.`);
}
