import { Worker } from 'node:worker_threads';

export interface Checkpoints {
  /** Called after each commit, with the size of the values that it wrote. */
  note(writtenBytes: number): void;
  close(): Promise<void>;
}

/**
 * The number of commits between two moves, some seconds of heavy work. SQLite itself occasionally moves fewer
 * commits.
 */
const commitsApart = 500;
/**
 * The number of written bytes between two moves, about 25 feeds. With indexes, it is about half of SQLite's own
 * limit.
 */
const bytesApart = 4 * 1024 * 1024;
const idleMs = 10_000;

const thread = `
  const { parentPort, workerData } = require('node:worker_threads');
  const { DatabaseSync } = require('node:sqlite');
  const database = new DatabaseSync(workerData, { timeout: 100 });
  parentPort.on('message', () => {
    try {
      database.exec('pragma wal_checkpoint(passive)');
      // What was written meanwhile, with the write lock: then the log begins again and does not grow.
      database.exec('pragma wal_checkpoint(restart)');
    } finally {
      parentPort.postMessage('moved');
    }
  });
`;

/**
 * Moves what SQLite has written to its log into the database file, under heavy work and in a thread. The move waits
 * for the disk several times, up to a quarter of a second each, and would block the whole process.
 */
export function checkpointInThread(path: string): Checkpoints {
  let worker: Worker | null = null;
  let commits = 0;
  let bytes = 0;
  let isMoving = false;
  let leave: NodeJS.Timeout | undefined;

  function start(): Worker {
    const started = new Worker(thread, { eval: true, workerData: path, env: {}, execArgv: [] });
    started.unref();
    // Without the thread, SQLite moves the log itself.
    started.on('error', () => {});
    started.once('exit', () => {
      if (worker === started) worker = null;
      isMoving = false;
    });
    started.on('message', () => {
      isMoving = false;
    });
    return started;
  }

  async function stop(): Promise<void> {
    clearTimeout(leave);
    const stopped = worker;
    worker = null;
    await stopped?.terminate();
  }

  return {
    note(writtenBytes) {
      commits += 1;
      bytes += writtenBytes;
      if ((commits < commitsApart && bytes < bytesApart) || isMoving) return;
      commits = 0;
      bytes = 0;
      isMoving = true;
      worker ??= start();
      worker.postMessage('move', []);
      clearTimeout(leave);
      leave = setTimeout(() => void stop(), idleMs).unref();
    },
    close: stop,
  };
}
