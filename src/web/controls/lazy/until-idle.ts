const idleMs = 2000;

/** Safari has no idle callbacks. */
export function untilIdle(): Promise<void> {
  return new Promise((resolve) => {
    if ('requestIdleCallback' in window) window.requestIdleCallback(() => resolve(), { timeout: idleMs });
    else setTimeout(resolve, idleMs / 10);
  });
}
