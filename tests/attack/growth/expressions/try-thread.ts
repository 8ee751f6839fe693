import { parentPort } from 'node:worker_threads';
import { adversariesOf } from './adversaries.ts';
import type { Expression } from './find-expressions.ts';

export interface Trial {
  expression: Expression;
  length: number;
  limitMs: number;
}

/** A text that takes too long, with the time it takes, or null if there is none. */
export type Trialled = { tookMs: number; text: string } | null;

/** The limit for the time ratio with four times the text. Linear growth gives 4, and quadratic growth gives 16. */
const tooSteep = 8;

parentPort?.on('message', (trial: Trial) => parentPort?.postMessage(tryOut(trial), []));

function tryOut({ expression: { source, flags }, length, limitMs }: Trial): Trialled {
  const pattern = new RegExp(source, flags);
  const quarters = adversariesOf(source, Math.ceil(length / 4));
  for (const text of adversariesOf(source, length)) {
    const quarter = quarters.next().value ?? '';
    const tookMs = timeOf(pattern, text);
    if (tookMs <= limitMs) continue;
    const again = Math.min(tookMs, timeOf(pattern, text), timeOf(pattern, text));
    const ofQuarter = Math.min(...[1, 2, 3].map(() => timeOf(pattern, quarter)));
    if (again > limitMs && again > tooSteep * ofQuarter)
      return { tookMs, text: `${text.slice(0, 30)}…${text.slice(-3)}` };
  }
  return null;
}

/** Measures milliseconds of thread time, so that a busy machine matters less. */
function timeOf(pattern: RegExp, text: string): number {
  const before = process.threadCpuUsage();
  use(pattern, text);
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}

/** Uses the expression once over the whole text, however the sources use it. */
function use(pattern: RegExp, text: string): void {
  pattern.lastIndex = 0;
  if (pattern.global || pattern.sticky) text.replace(pattern, '');
  else pattern.test(text);
}
