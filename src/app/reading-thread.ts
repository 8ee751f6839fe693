import { parentPort } from 'node:worker_threads';
import { AppError } from '#schema/app-error.ts';
import { markupReaders } from '#sources/entry/markup-readers.ts';
import type { ReadingAnswer, ReadingTask } from './read-in-threads.ts';

parentPort?.on('message', (task: ReadingTask) => {
  void answer(task).then((read) => parentPort?.postMessage(read, []));
});

async function answer({ name, given }: ReadingTask): Promise<ReadingAnswer> {
  try {
    // The types were checked where the task was given.
    const read = markupReaders[name] as (...given: unknown[]) => unknown;
    return { result: await read(...given) };
  } catch (error) {
    if (!(error instanceof AppError))
      return { defect: error instanceof Error ? error.message : String(error) };
    const { code, message, details } = error;
    return { refusal: { code, message, details } };
  }
}
