import { readFileSync } from 'node:fs';

/** Ticks of all processors since the machine started; null where the system does not count them. */
export interface Ticks {
  all: number;
  /** When this machine wanted a processor and its host gave it to another guest. */
  stolen: number;
}

export function readTicks(): Ticks | null {
  try {
    const [line = ''] = readFileSync('/proc/stat', 'utf8').split('\n');
    // user, nice, system, idle, iowait, irq, softirq, steal; the guests that follow are part of user.
    const ticks = line.trim().split(/\s+/).slice(1, 9).map(Number);
    return { all: ticks.reduce((sum, value) => sum + value, 0), stolen: ticks[7] ?? 0 };
  } catch {
    return null;
  }
}

/** The share of the processors' time that went to other guests of the host: figures are worse by it. */
export function stolenShare(before: Ticks | null, after: Ticks | null): number | null {
  if (before === null || after === null || after.all === before.all) return null;
  return (after.stolen - before.stolen) / (after.all - before.all);
}
