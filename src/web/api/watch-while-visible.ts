/** Browsers allow six HTTP/1.1 connections per server across all tabs, so hidden tabs release theirs. */
export function watchWhileVisible(watch: (signal: AbortSignal) => Promise<void>): () => void {
  let watching: AbortController | null = null;

  function follow(): void {
    if (document.visibilityState === 'hidden') {
      watching?.abort();
      watching = null;
    } else if (watching === null) {
      watching = new AbortController();
      void watch(watching.signal);
    }
  }

  follow();
  document.addEventListener('visibilitychange', follow);
  return () => {
    document.removeEventListener('visibilitychange', follow);
    watching?.abort();
  };
}
