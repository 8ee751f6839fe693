import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';

const lookEveryMs = 250;
/** V8 would let it grow to 64 MB under load, which saves less than a tenth of the processor time. */
const largestYoungBytes = 16 * 1024 * 1024;
const threadSemiSpaceMb = 4;

/** Keeps V8 from growing the space for new objects further once it is large enough. Returns a function that stops it. */
export function holdYoungSpace(): () => Promise<void> {
  // Threads get this much from the start, since the factor below holds for them too.
  setFlagsFromString(`--min-semi-space-size=${threadSemiSpaceMb}`);
  let factor = 2;
  const timer = setInterval(() => {
    const next = youngBytes() < largestYoungBytes ? 2 : 1;
    if (next === factor) return;
    factor = next;
    // The only setting of this space that V8 reads after its start.
    setFlagsFromString(`--semi-space-growth-factor=${factor}`);
  }, lookEveryMs).unref();
  return async () => clearInterval(timer);
}

/** The space for new objects, as large as it is now. */
export function youngBytes(): number {
  return getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space')?.space_size ?? 0;
}
