import type { Browser, BrowserContext, BrowserContextOptions, CDPSession, Page } from 'playwright';
import { inject } from 'vitest';
import { launchBrowser } from './launch-browser.ts';

export interface TestBrowser {
  /** A page in an empty profile, with everything it logged as an error. */
  open(options?: BrowserContextOptions): Promise<{ page: Page; complaints: string[] }>;
  /** Call it after each test. */
  closePages(): Promise<void>;
  /** Ends the use of the browser, which later test files use again. It ends with its worker. */
  close(): Promise<void>;
}

/** Runs in the page before its scripts. Policy reports go to the console, where they are collected. */
const reportViolations = `document.addEventListener('securitypolicyviolation', (event) => {
  console.error('content security policy: ' + event.violatedDirective + ' ' + event.blockedURI);
});`;

/** For a click or a text to appear: what hangs ends here; what is only slow does not. */
const patienceMs = 60_000;

/** One for all test files of a worker: starting a browser takes as long as a test. */
let shared: Browser | null = null;

/** Starting the process of a page takes half as long as a test, so the next test with these options has this one. */
let kept: KeptPage | null = null;

interface KeptPage {
  page: Page;
  devtools: CDPSession;
  options: string;
  /** Whether a test asked for something that cannot be taken back. */
  isSpent: boolean;
}

export async function openBrowser(): Promise<TestBrowser> {
  if (shared?.isConnected() !== true) {
    shared = await launchBrowser(inject('browserPath'));
    kept = null;
  }
  const browser = shared;
  async function closePages(): Promise<void> {
    if (kept !== null && (kept.isSpent || !(await emptyPage(kept)))) kept = null;
    await Promise.all(
      browser
        .contexts()
        .filter((context) => context !== kept?.page.context())
        .map(closeContext),
    );
  }
  let isLent = false;
  return {
    async open(wished = {}) {
      const options = { ...defaults, ...wished };
      const page = isLent ? await newPage(browser, options) : await borrowPage(browser, options);
      isLent = true;
      const complaints: string[] = [];
      page.on('console', (message) => {
        // The browser logs a line for every response of 400 and above; the app displays those as messages.
        if (message.text().startsWith('Failed to load resource')) return;
        if (message.text() === 'Service Worker registration blocked by Playwright') return;
        if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
      });
      page.on('pageerror', (error) => complaints.push(error.message));
      return { page, complaints };
    },
    async closePages() {
      isLent = false;
      await closePages();
    },
    close: closePages,
  };
}

const defaults: BrowserContextOptions = {
  locale: 'en-GB',
  viewport: { width: 1280, height: 800 },
  // A page whose files a worker keeps is tested on its own: tests answer requests themselves, and count them.
  serviceWorkers: 'block',
  // Animations are drawn by software, on the processor that the tests need. Tests of motion ask for it.
  reducedMotion: 'reduce',
};

async function newPage(browser: Browser, options: BrowserContextOptions): Promise<Page> {
  const context = await browser.newContext(options);
  context.setDefaultTimeout(patienceMs);
  const page = await context.newPage();
  await page.addInitScript(reportViolations);
  return page;
}

async function borrowPage(browser: Browser, options: BrowserContextOptions): Promise<Page> {
  const wished = JSON.stringify(options);
  if (kept?.options === wished) return watchUse(kept);
  if (kept !== null) await closeContext(kept.page.context());
  const page = await newPage(browser, options);
  kept = { page, devtools: await page.context().newCDPSession(page), options: wished, isSpent: false };
  return watchUse(kept);
}

/** Scripts, clocks and the settings of a profile stay with the page: the next test needs a new one. */
const lasting: ReadonlySet<string | symbol> = new Set([
  'addInitScript',
  'clock',
  'close',
  'context',
  'emulateMedia',
  'exposeBinding',
  'exposeFunction',
  'setExtraHTTPHeaders',
  'setViewportSize',
]);

function watchUse(lent: KeptPage): Page {
  return new Proxy(lent.page, {
    get(page, name) {
      if (lasting.has(name)) lent.isSpent = true;
      const value: unknown = Reflect.get(page, name);
      return typeof value === 'function' ? value.bind(page) : value;
    },
  });
}

const listened = [
  'console',
  'dialog',
  'download',
  'filechooser',
  'framenavigated',
  'pageerror',
  'popup',
  'request',
  'requestfailed',
  'requestfinished',
  'response',
] as const;

/**
 * Leaves an empty profile. The page goes to another file of the same server: elsewhere, it would get a new process.
 * Returns whether it could; the server may be gone.
 */
async function emptyPage({ page, devtools }: KeptPage): Promise<boolean> {
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  for (const event of listened) page.removeAllListeners(event);
  const { origin } = new URL(page.url());
  if (origin === 'null') return true;
  const response = await page.goto(`${origin}/favicon.svg`).catch(() => null);
  await devtools.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' });
  return response?.ok() === true;
}

/** A request that a test answers itself may still be under way: its handler must not fail because the page is gone. */
async function closeContext(context: BrowserContext): Promise<void> {
  await Promise.all(context.pages().map((page) => page.unrouteAll({ behavior: 'ignoreErrors' })));
  await context.close();
}
