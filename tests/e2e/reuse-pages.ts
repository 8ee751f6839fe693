import type { Browser, BrowserContext, BrowserContextOptions, CDPSession, Page } from 'playwright-core';
import { TestRunner } from 'vitest';

export interface LentPage {
  page: Page;
  /** Prepares the page for the next test, or closes it. */
  giveBack(): Promise<void>;
}

/**
 * Pages of a browser for one test after the other. A page that was used before loads the app in half the processor time:
 * its process runs, and the scripts are compiled. To a test it is new: the profile is empty, and nothing listens.
 */
export function reusePages(browser: Browser, prepare: (page: Page) => Promise<void>) {
  const idle = new Map<string, UsedPage>();

  async function lend(options: BrowserContextOptions): Promise<LentPage> {
    const key = JSON.stringify(options);
    const used = idle.get(key) ?? (await openPage(browser, options, prepare));
    idle.delete(key);
    return {
      page: used.page,
      async giveBack() {
        const isNew =
          process.env.E2E_FRESH === undefined &&
          isReusable(options) &&
          !hasFailed() &&
          !idle.has(key) &&
          (await used.renew());
        if (!isNew) return close(used.page.context());
        idle.set(key, used);
        const [oldest] = idle;
        if (idle.size <= mostIdle || oldest === undefined) return;
        idle.delete(oldest[0]);
        await oldest[1].page.context().close();
      },
    };
  }

  return { lend };
}

/** Two widths of a file and one more; each is a process. */
const mostIdle = 3;

interface UsedPage {
  page: Page;
  /** Removes what a test has left. False if that is not possible. */
  renew(): Promise<boolean>;
}

/** A service worker outlives the page; other state comes with the context only once. */
function isReusable({ serviceWorkers, storageState }: BrowserContextOptions): boolean {
  return serviceWorkers === 'block' && storageState === undefined;
}

/** What made a test fail must not reach the next one. */
function hasFailed(): boolean {
  return TestRunner.getCurrentTest()?.result?.state === 'fail';
}

async function openPage(
  browser: Browser,
  options: BrowserContextOptions,
  prepare: (page: Page) => Promise<void>,
): Promise<UsedPage> {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  await prepare(page);
  const devtools = await context.newCDPSession(page);
  const changes = watchForLastingChanges(context, page);
  return {
    page,
    async renew() {
      if (changes.wereMade() || page.isClosed()) return false;
      try {
        await renewPage(page, devtools);
        return true;
      } catch {
        // The server may be gone, or the page may hang.
        return false;
      }
    },
  };
}

/** A page that stays as it is after one of these is not used again. */
const lasting = [
  'addInitScript',
  'addCookies',
  'emulateMedia',
  'exposeBinding',
  'exposeFunction',
  'grantPermissions',
  'newCDPSession',
  'setExtraHTTPHeaders',
  'setGeolocation',
  'setOffline',
  'setViewportSize',
];

function watchForLastingChanges(context: BrowserContext, page: Page): { wereMade(): boolean } {
  let wereMade = false;
  for (const target of [context, page]) {
    const members: Record<string, unknown> = Object(target);
    for (const name of [...lasting, 'clock']) {
      const member = members[name];
      if (member === undefined) continue;
      const value = typeof member === 'function' ? member.bind(target) : member;
      Object.defineProperty(target, name, {
        configurable: true,
        get() {
          wereMade = true;
          return value;
        },
      });
    }
  }
  return { wereMade: () => wereMade };
}

const events = [
  'console',
  'dialog',
  'download',
  'framenavigated',
  'load',
  'page',
  'pageerror',
  'popup',
  'request',
  'requestfailed',
  'requestfinished',
  'response',
];

/** For the smallest page of the app: with a longer wait, a page that hangs would delay the next test. */
const renewMs = 10_000;

async function renewPage(page: Page, devtools: CDPSession): Promise<void> {
  const context = page.context();
  const { origin } = new URL(page.url());
  for (const target of [context, page]) for (const event of events) target.removeAllListeners(event);
  await Promise.all([context, page].map((target) => target.unrouteAll({ behavior: 'ignoreErrors' })));
  const others = context.pages().filter((other) => other !== page);
  await Promise.all(others.map((other) => other.close()));
  await page.mouse.move(-1, -1);
  // A file of the same origin: elsewhere, another process would take over.
  await page.goto(`${origin}/favicon.svg`, { timeout: renewMs });
  await page.evaluate('sessionStorage.clear(); window.name = "";');
  await devtools.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' });
  await context.clearCookies();
  await devtools.send('Page.resetNavigationHistory');
}

/** A request that a test answers itself may be under way: its handler must not fail because the page is gone. */
async function close(context: BrowserContext): Promise<void> {
  await Promise.all(context.pages().map((page) => page.unrouteAll({ behavior: 'ignoreErrors' })));
  await context.close();
}
