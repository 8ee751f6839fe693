import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { findBrowser } from './find-browser.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    browserPath: string;
  }
}

/** Provides what browser tests need: a browser and the built web app. Neither is ever skipped. */
export default function setup(project: TestProject): void {
  const browserPath = findBrowser();
  if (browserPath === null) {
    throw new Error(
      'There is no Chromium for the browser tests: run node tests/setup/install-browser.ts, or set PRECIS_CHROMIUM.',
    );
  }
  if (!existsSync(join(import.meta.dirname, '..', '..', 'dist', 'web', 'index.html'))) {
    throw new Error('The web app is not built: run npm run build.');
  }
  project.provide('browserPath', browserPath);
}
