import type { BrowserContextOptions, Page } from 'playwright-core';
import { inject } from 'vitest';
import { launchBrowser } from './launch-browser.ts';

export interface TestBrowser {
  /** A page with a fresh profile, and the errors it reported. */
  open(options?: BrowserContextOptions): Promise<{ page: Page; complaints: string[] }>;
  /** Closes every open page; call it after each test. */
  closePages(): Promise<void>;
  close(): Promise<void>;
}

/** Runs before the page's own scripts. Policy reports go to the console, where they are collected. */
const reportViolations = `document.addEventListener('securitypolicyviolation', (event) => {
  console.error('content security policy: ' + event.violatedDirective + ' ' + event.blockedURI);
});`;

export async function openBrowser(): Promise<TestBrowser> {
  const browser = await launchBrowser(inject('browserPath'));
  return {
    async open(options = {}) {
      const context = await browser.newContext({
        locale: 'en-GB',
        viewport: { width: 1280, height: 800 },
        ...options,
      });
      const page = await context.newPage();
      const complaints: string[] = [];
      await page.addInitScript(reportViolations);
      page.on('console', (message) => {
        // The browser logs every response of 400 and above; the app shows those to the user.
        if (message.text().startsWith('Failed to load resource')) return;
        if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
      });
      page.on('pageerror', (error) => complaints.push(error.message));
      return { page, complaints };
    },
    async closePages() {
      await Promise.all(browser.contexts().map((context) => context.close()));
    },
    close: () => browser.close(),
  };
}
