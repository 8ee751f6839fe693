import { existsSync } from 'node:fs';

/**
 * The paths in order of preference. The headless shell is the same engine without the browser UI, in a third of the
 * time.
 */
const knownPaths = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

export function findBrowser(): string | null {
  const named = process.env.PRECIS_CHROMIUM;
  if (named !== undefined) return existsSync(named) ? named : null;
  return knownPaths.find((path) => existsSync(path)) ?? null;
}
