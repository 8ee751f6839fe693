import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** V8 would let the heap grow to several times what is alive before it looks for garbage in all of it. */
const growingPercent = 50;
/** Before V8 has looked once, it knows of no size to grow from, and waits for up to 256 MB. */
const firstLookBytes = 64 * 1024 * 1024;
const lookEveryMs = 1000;

/** Keeps the heap of a busy process near what is alive in it. Returns a function that stops it. */
export function holdHeap(): () => Promise<void> {
  setFlagsFromString(`--heap-growing-percent=${growingPercent}`);
  const timer = setInterval(() => {
    if (getHeapStatistics().used_heap_size < firstLookBytes) return;
    clearInterval(timer);
    collect();
  }, lookEveryMs).unref();
  return async () => clearInterval(timer);
}

function collect(): void {
  setFlagsFromString('--expose-gc');
  const gc: NodeJS.GCFunction | undefined = runInNewContext('globalThis.gc');
  setFlagsFromString('--no-expose-gc');
  void gc?.({ type: 'major', execution: 'async' });
}
