import type { Browser, BrowserContext, BrowserContextOptions, CDPSession, Page } from 'playwright';
import { inject } from 'vitest';
import { launchBrowser } from './launch-browser.ts';

export interface TestBrowser {
  /** A page in an empty profile, with everything it logged as an error. */
  open(options?: BrowserContextOptions): Promise<{ page: Page; complaints: string[] }>;
  /** Closes or empties the pages. It must be called after each test. */
  closePages(): Promise<void>;
  /** Closes the pages. The browser stays for later test files and ends with its worker. */
  close(): Promise<void>;
}

/** Runs in the page before its scripts. It logs policy violations to the console, where they are collected. */
const reportViolations = `document.addEventListener('securitypolicyviolation', (event) => {
  console.error('content security policy: ' + event.violatedDirective + ' ' + event.blockedURI);
});`;

/** The longest wait for a click or a text. It ends what hangs, but not what is only slow. */
const patienceMs = 60_000;

/** One browser for all test files of a worker, because starting a browser takes as long as a test. */
let shared: Browser | null = null;

/** The page for the next test with the same options. Starting the process of a page takes half as long as a test. */
let kept: KeptPage | null = null;

interface KeptPage {
  page: Page;
  devtools: CDPSession;
  options: string;
  /** Whether a test changed something about the page that cannot be undone. */
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
  // Service workers have tests of their own. The other tests answer requests themselves and count them.
  serviceWorkers: 'block',
  // Software draws animations, on the processor that the tests need. Tests of motion turn them on.
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

/** The uses of a page that cannot be undone. After one of them, the next test needs a new page. */
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
 * Empties the profile and returns whether that worked, since the server may be gone. The page stays on the same
 * server, because another address would give it a new process.
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

/**
 * Closes a context. A request that a test answers may be open, and its handler must not fail because the page is
 * gone.
 */
async function closeContext(context: BrowserContext): Promise<void> {
  await Promise.all(context.pages().map((page) => page.unrouteAll({ behavior: 'ignoreErrors' })));
  await context.close();
}
