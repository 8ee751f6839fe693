const tickMs = 5_000;
/** So much later than it should be, a tick tells of a sleep and not of a busy machine. */
const sleptMs = 20_000;

/** Calls when the page may have lost its connections without being told: after a sleep, or on another network. */
export function noticeWake(onWake: () => void): () => void {
  let lastTick = Date.now();
  const timer = setInterval(() => {
    const now = Date.now();
    // Out of sight, ticks come late by the browser's own choice.
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
