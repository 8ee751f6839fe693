import type { Page } from 'playwright';
import { expect } from 'vitest';

interface Watched {
  page: Page;
  complaints: string[];
  /** The program's URL. */
  url: string;
}

/** Records each function that a payload calls. */
const listen = `window.heard = [];
for (const name of ['alert', 'confirm', 'prompt', 'xss', 'print']) window[name] = (...given) => window.heard.push(name + given);`;

/** Observes what hostile markup does to a page. Nothing leaves the machine. */
export async function watchHostile({ page, complaints, url }: Watched) {
  const dialogs: string[] = [];
  const fetched: string[] = [];
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.message());
    void dialog.dismiss();
  });
  await page.addInitScript(listen);
  await page.route(
    ({ hostname }) => hostname !== '127.0.0.1',
    (route) => {
      fetched.push(`${route.request().resourceType()} ${route.request().url()}`);
      return route.abort();
    },
  );

  return {
    async expectSilence(): Promise<void> {
      expect(await page.evaluate('window.heard')).toEqual([]);
      expect(dialogs).toEqual([]);
      expect(fetched).toEqual([]);
      expect(complaints.filter((words) => !/net::ERR|img-src/.test(words))).toEqual([]);
      expect(new URL(page.url()).origin).toBe(url);
    },
  };
}
