import { Worker } from 'node:worker_threads';
import { AppError } from '#schema/app-error.ts';
import type { Vector } from '#sources/session/meaning/ports.ts';

/**
 * A statement that orders rows by `sketch_distance(sketch)` or `vector_distance(vector)`. These functions measure how
 * far a row is from this vector and its sketch.
 */
export interface Comparison {
  statement: string;
  values: (string | number)[];
  vector: Vector;
  sketch: Uint8Array;
}

export interface Comparisons {
  run<Row>(comparison: Comparison): Promise<Row[]>;
  close(): Promise<void>;
}

/** The time after which an idle thread ends. Searches come in groups, so it is kept for a while. */
const idleMs = 60_000;

const thread = `
  const { parentPort, workerData } = require('node:worker_threads');
  const { DatabaseSync } = require('node:sqlite');
  const database = new DatabaseSync(workerData, { readOnly: true, timeout: 1000 });
  let wanted = new Float32Array(0);
  let wantedSketch = new Uint32Array(0);
  // The vectors have length 1: their product is the cosine. Four sums at a time are faster than one.
  database.function('vector_distance', (bytes) => {
    const vector = new Float32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength / 4);
    const { length } = wanted;
    let [a, b, c, d, at] = [0, 0, 0, 0, 0];
    for (; at < length - 3; at += 4) {
      a += vector[at] * wanted[at];
      b += vector[at + 1] * wanted[at + 1];
      c += vector[at + 2] * wanted[at + 2];
      d += vector[at + 3] * wanted[at + 3];
    }
    for (; at < length; at += 1) a += vector[at] * wanted[at];
    return 1 - a - b - c - d;
  });
  // Counts the bits that differ, of 32 at a time.
  database.function('sketch_distance', (bytes) => {
    const sketch = new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength / 4);
    let count = 0;
    for (let at = 0; at < wantedSketch.length; at += 1) {
      let bits = sketch[at] ^ wantedSketch[at];
      bits -= (bits >>> 1) & 0x55555555;
      bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333);
      count += Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
    }
    return count;
  });
  parentPort.on('message', ({ statement, values, vector, sketch }) => {
    try {
      wanted = vector;
      wantedSketch = new Uint32Array(sketch.buffer, sketch.byteOffset, sketch.byteLength / 4);
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
 * Compares vectors in a thread with a connection of its own. A comparison reads the sketch of every vector, which
 * takes a tenth of a second for 100,000 and would block the whole process.
 */
export function compareInThread(path: string): Comparisons {
  let worker: Worker | null = null;
  let leave: NodeJS.Timeout | undefined;
  /** The requests in the order in which they were sent. The answers come in the same order. */
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
