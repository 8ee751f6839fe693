import { execFileSync } from 'node:child_process';
import { findBrowser } from './find-browser.ts';

/**
 * Makes sure that Chromium is installed for the browser tests. The registry does not have it for every platform, so
 * on Debian and its derivatives it comes from the system's packages. Elsewhere this program fails and says what to
 * do.
 */
if (findBrowser() === null) {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) {
    console.error(
      'The browser tests need Chromium or Chrome: install it (Debian: sudo apt-get install chromium-headless-shell), or set PRECIS_CHROMIUM to its path.',
    );
    process.exit(1);
  }
  console.log('Installing Chromium from the system packages for the browser tests …');
  const options = {
    stdio: ['ignore', 'ignore', 'inherit'] as const,
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  };
  execFileSync('apt-get', ['update', '-qq'], { ...options, stdio: [...options.stdio] });
  execFileSync(
    'apt-get',
    ['install', '-y', '-qq', '--no-install-recommends', 'chromium-headless-shell', 'fonts-noto-cjk'],
    {
      ...options,
      stdio: [...options.stdio],
    },
  );
  if (findBrowser() === null) {
    console.error('Chromium was installed but cannot be found; set PRECIS_CHROMIUM to its path.');
    process.exit(1);
  }
}
