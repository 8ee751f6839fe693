import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { inject } from 'vitest';
import { launchBrowser } from './launch-browser.ts';

export interface TestBrowser {
  /** A page in a fresh profile, with everything it logged as an error. */
  open(options?: BrowserContextOptions): Promise<{ page: Page; complaints: string[] }>;
  /** Closes every opened page; call it after each test. */
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

export async function openBrowser(): Promise<TestBrowser> {
  if (shared?.isConnected() !== true) shared = await launchBrowser(inject('browserPath'));
  const browser = shared;
  async function closePages(): Promise<void> {
    await Promise.all(browser.contexts().map(closeContext));
  }
  return {
    async open(options = {}) {
      const context = await browser.newContext({
        locale: 'en-GB',
        viewport: { width: 1280, height: 800 },
        // A page whose files a worker keeps is tested on its own: tests answer requests themselves, and count them.
        serviceWorkers: 'block',
        // Animations are drawn by software, on the processor that the tests need. Tests of motion ask for it.
        reducedMotion: 'reduce',
        ...options,
      });
      context.setDefaultTimeout(patienceMs);
      const page = await context.newPage();
      const complaints: string[] = [];
      await page.addInitScript(reportViolations);
      page.on('console', (message) => {
        // The browser logs a line for every response of 400 and above; the app displays those as messages.
        if (message.text().startsWith('Failed to load resource')) return;
        if (message.text() === 'Service Worker registration blocked by Playwright') return;
        if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
      });
      page.on('pageerror', (error) => complaints.push(error.message));
      return { page, complaints };
    },
    closePages,
    close: closePages,
  };
}

/** A request that a test answers itself may still be under way: its handler must not fail because the page is gone. */
async function closeContext(context: BrowserContext): Promise<void> {
  await Promise.all(context.pages().map((page) => page.unrouteAll({ behavior: 'ignoreErrors' })));
  await context.close();
}
