import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { youngBytes } from './hold-young-space.ts';

const lookEveryMs = 5000;
/** Of one processor: a server that only answers a health check uses less. */
const idleShare = 0.02;
/** The space for new objects starts at 1 MB, grows under load, and is not made smaller by itself. */
const smallYoungBytes = 4 * 1024 * 1024;

/** Collects garbage once whenever the process becomes idle after work, so that it takes no more memory than it needs. */
export function startGivingBack(): () => Promise<void> {
  let before = process.cpuUsage();
  const timer = setInterval(() => {
    const used = process.cpuUsage(before);
    before = process.cpuUsage();
    const isIdle = (used.user + used.system) / 1000 < lookEveryMs * idleShare;
    if (isIdle && youngBytes() > smallYoungBytes) collect();
  }, lookEveryMs).unref();
  return async () => clearInterval(timer);
}

/** This thorough form is the only one that makes the space for new objects smaller. */
function collect(): void {
  setFlagsFromString('--expose-gc');
  const gc: NodeJS.GCFunction | undefined = runInNewContext('globalThis.gc');
  setFlagsFromString('--no-expose-gc');
  void gc?.({ type: 'major', execution: 'async', flavor: 'last-resort' });
}
