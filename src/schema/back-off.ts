interface BackOff {
  firstMs: number;
  maxMs: number;
  growth?: number;
}

/**
 * Returns how long to wait after this many failures in a row. Each wait is longer than the one before, up to a limit.
 */
export function backOff(failures: number, { firstMs, maxMs, growth = 2 }: BackOff): number {
  return Math.min(firstMs * growth ** failures, maxMs);
}

/** Varies a wait between half and one and a half times, so that callers that wait together do not return together. */
export function withJitter(ms: number): number {
  return ms * (0.5 + Math.random());
}
