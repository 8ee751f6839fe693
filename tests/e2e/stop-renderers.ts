import type { Page } from 'playwright';

/** Suspends a browser's renderer processes, as an operating system does before sleep. */
export async function stopRenderers(page: Page): Promise<{ goOn(): void }> {
  const devtools = await page.context().browser()?.newBrowserCDPSession();
  if (devtools === undefined) throw new Error('the page has no browser of its own');
  const { processInfo } = await devtools.send('SystemInfo.getProcessInfo');
  await devtools.detach();
  const pids = processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => id);
  if (pids.length === 0) throw new Error('the browser names no process that runs its pages');
  for (const pid of pids) process.kill(pid, 'SIGSTOP');
  return { goOn: () => pids.forEach((pid) => process.kill(pid, 'SIGCONT')) };
}
