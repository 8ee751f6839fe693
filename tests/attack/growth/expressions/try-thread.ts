import { parentPort } from 'node:worker_threads';
import { adversariesOf } from './adversaries.ts';
import type { Expression } from './find-expressions.ts';

export interface Trial {
  expression: Expression;
  length: number;
}

/** The slowest text for each expression, in milliseconds of thread time, so that a busy machine does not matter. */
export interface Trialled {
  slowestMs: number;
  text: string;
}

parentPort?.on('message', (trial: Trial) => parentPort?.postMessage(tryOut(trial), []));

function tryOut({ expression: { source, flags }, length }: Trial): Trialled {
  const pattern = new RegExp(source, flags);
  let slowest: Trialled = { slowestMs: 0, text: '' };
  for (const text of adversariesOf(source, length)) {
    const before = process.threadCpuUsage();
    use(pattern, text);
    const { user, system } = process.threadCpuUsage(before);
    const spentMs = (user + system) / 1000;
    if (spentMs > slowest.slowestMs)
      slowest = { slowestMs: spentMs, text: `${text.slice(0, 30)}…${text.slice(-3)}` };
  }
  return slowest;
}

/** Once over the whole text, however the sources use it. */
function use(pattern: RegExp, text: string): void {
  pattern.lastIndex = 0;
  if (pattern.global || pattern.sticky) text.replace(pattern, '');
  else pattern.test(text);
}
