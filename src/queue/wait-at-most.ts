/** Resolves with the work or after the given time, whichever comes first; the outcome of the work is left to its owner. */
export async function waitAtMost(timeoutMs: number, work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, timeoutMs);
  });
  await Promise.race([work.catch(() => undefined), timeout]);
  clearTimeout(timer);
}
