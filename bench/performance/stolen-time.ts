import { readFileSync } from 'node:fs';

/** The ticks of all processors since the machine started. */
export interface Ticks {
  all: number;
  /** The ticks in which this machine wanted a processor that its host had given to another guest. */
  stolen: number;
}

export function readTicks(): Ticks | null {
  try {
    const [line = ''] = readFileSync('/proc/stat', 'utf8').split('\n');
    // The fields are user, nice, system, idle, iowait, irq, softirq and steal. The guest fields after them are part
    // of user.
    const ticks = line.trim().split(/\s+/).slice(1, 9).map(Number);
    return { all: ticks.reduce((sum, value) => sum + value, 0), stolen: ticks[7] ?? 0 };
  } catch {
    return null;
  }
}

/** The share of the processors' time that went to other guests of the host, which makes figures worse. */
export function stolenShare(before: Ticks | null, after: Ticks | null): number | null {
  if (before === null || after === null || after.all === before.all) return null;
  return (after.stolen - before.stolen) / (after.all - before.all);
}
