const tickMs = 5_000;
/** A tick this late means the machine slept; a busy machine delays ticks less. */
const sleptMs = 20_000;

/** Fires when the page may have silently lost its connections: after sleep or a network change. */
export function noticeWake(onWake: () => void): () => void {
  let lastTick = Date.now();
  const timer = setInterval(() => {
    const now = Date.now();
    // Browsers throttle timers in hidden tabs.
    if (now - lastTick > sleptMs && document.visibilityState === 'visible') onWake();
    lastTick = now;
  }, tickMs);
  const forget = () => {
    lastTick = Date.now();
  };
  document.addEventListener('visibilitychange', forget);
  document.addEventListener('resume', onWake);
  window.addEventListener('online', onWake);
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', forget);
    document.removeEventListener('resume', onWake);
    window.removeEventListener('online', onWake);
  };
}
