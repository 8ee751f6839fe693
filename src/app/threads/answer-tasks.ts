import { parentPort } from 'node:worker_threads';
import type { ThreadAnswer, ThreadTask } from '#app/threads/thread-pool.ts';
import { AppError } from '#schema/app-error.ts';

/** Answers tasks inside a thread. It calls the function that each task names and returns its result. */
export function answerTasks(functions: Readonly<Record<string, unknown>>): void {
  const known = new Map(Object.entries(functions));
  parentPort?.on('message', (task: ThreadTask) => {
    void answer(known, task).then((answered) => parentPort?.postMessage(answered, []));
  });
}

async function answer(
  functions: ReadonlyMap<string, unknown>,
  { name, given }: ThreadTask,
): Promise<ThreadAnswer> {
  try {
    // The types were checked where the task was created.
    const call = functions.get(name) as (...given: unknown[]) => unknown;
    return { result: await call(...given) };
  } catch (error) {
    if (!(error instanceof AppError))
      return { defect: error instanceof Error ? error.message : String(error) };
    const { code, message, details } = error;
    return { refusal: { code, message, details } };
  }
}
