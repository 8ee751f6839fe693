import { readFileSync } from 'node:fs';

export interface Sample {
  atMs: number;
  memoryMb: number;
  /** The processor time since the process started. */
  cpuMs: number;
}

export interface ProcessWatch {
  samples: Sample[];
  stop(): void;
}

const everyMs = 5000;
/** The milliseconds of a clock tick. Linux always has 100 ticks per second. */
const tickMs = 10;

/** Watches memory and processor time of a process from outside, so that measuring costs the process nothing. */
export function watchProcess(pid: number): ProcessWatch {
  const samples: Sample[] = [];
  const startedAt = performance.now();
  const look = () =>
    void samples.push({
      atMs: performance.now() - startedAt,
      memoryMb: readMemoryMb(pid),
      cpuMs: readCpuMs(pid),
    });
  look();
  const timer = setInterval(look, everyMs);
  return { samples, stop: () => clearInterval(timer) };
}

export function readMemoryMb(pid: number): number {
  const line = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
  return Number(line?.[1]) / 1024;
}

/** The most memory that the process has had since it started. */
export function readPeakMb(pid: number): number {
  const line = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
  return Number(line?.[1]) / 1024;
}

/** The processor time of all threads since the process started, in steps of 10 ms. */
export function readCpuMs(pid: number): number {
  // The name, in brackets, may contain spaces. User and system time are the 12th and 13th field after it.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) * tickMs;
}

/** The growth of memory by least squares over the last four fifths. The first fifth is warm-up. */
export function slopeMbPerHour(samples: readonly Sample[]): number {
  const late = samples.slice(Math.floor(samples.length / 5));
  const meanAt = mean(late.map(({ atMs }) => atMs));
  const meanMb = mean(late.map(({ memoryMb }) => memoryMb));
  const shared = late.map(({ atMs, memoryMb }) => (atMs - meanAt) * (memoryMb - meanMb));
  const spread = late.map(({ atMs }) => (atMs - meanAt) ** 2);
  return (mean(shared) / mean(spread)) * 3_600_000;
}

function mean(values: number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
