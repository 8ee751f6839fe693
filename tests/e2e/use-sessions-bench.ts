import type { BrowserContextOptions } from 'playwright';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { openBrowser, type TestBrowser } from './open-browser.ts';
import { sessionsPage } from './sessions-page.ts';
import { type RunningPrecis, startPrecis } from './start-precis.ts';
import { tellSession } from './tell-session.ts';
import { useOfflineModel } from './use-model.ts';

export const login = { contentSessionId: 'oc_login', project: 'harbour-api' };

/** The program without sessions, a client that reports some, and a browser, for all tests of a file. */
export function useSessionsBench() {
  let precis: RunningPrecis;
  let browser: TestBrowser;

  beforeAll(async () => {
    [precis, browser] = await Promise.all([startPrecis(), openBrowser()]);
  });
  afterEach(async () => {
    await browser.closePages();
    await useOfflineModel(precis.client);
    const { items } = await precis.client.sessions.projects();
    for (const { project } of items) await precis.client.sessions.removeProject(project);
    const kept = await precis.client.memories.list({});
    for (const { id } of kept.items) await precis.client.memories.remove(id);
  });
  afterAll(async () => {
    await browser?.close();
    await precis?.stop();
  });

  const tell = () => tellSession(precis.url);
  return {
    client: () => precis.client,
    url: () => precis.url,
    tell,
    async open(path = '/sessions', options: BrowserContextOptions = {}) {
      const opened = await browser.open({ permissions: ['clipboard-read', 'clipboard-write'], ...options });
      const sessions = sessionsPage(opened.page, precis.url);
      await sessions.open(path);
      return { ...opened, sessions };
    },
    /** Records a session of three turns, of which the second is private. */
    async tellLogin(): Promise<number> {
      const { prompt, observe, summary } = tell();
      const { sessionDbId } = await prompt({ ...login, prompt: 'Fix the login test' });
      const read = { tool_name: 'read', tool_input: { filePath: 'src/token.ts' }, tool_response: 'sign()' };
      const run = { tool_name: 'bash', tool_input: { command: 'npm test' }, tool_response: '1 passed' };
      await observe({ ...login, ...read });
      await observe({ ...login, ...run });
      await summary({
        ...login,
        summary: {
          request: 'Fix the login test',
          learned: 'The token expired at once',
          completed: 'A fix with a test',
        },
      });
      await prompt({ ...login, prompt: '<private>the password is swordfish</private>' });
      await prompt({ ...login, prompt: 'Look for other durations without a unit' });
      return sessionDbId;
    },
  };
}
