import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { browserFlags } from './tests/e2e/launch-browser.ts';
import { cleanEnvironment } from './tests/setup/clean-environment.ts';
import { findBrowser } from './tests/setup/find-browser.ts';

// The test processes inherit both. PostgreSQL runs as another user if root starts it, and must find its files.
cleanEnvironment(process.env);
process.umask(0o022);

const cores = availableParallelism();

/**
 * Groups run one after the other. Within a group, a worker that becomes free takes the next file, project by project in
 * alphabetical order: the unit tests come last because their short files keep all workers busy until the end.
 */
const groups = [
  ['attack', 'contract', 'e2e', 'fault', 'opencode', 'real-clients', 'unit', 'web'],
  ['growth'],
];

/** One more than there are cores: many tests wait for a process, a page or a time-out. */
const workers = cores + 1;

/** Real servers, databases and browsers are sometimes late on a busy machine. The report names each retry. */
const realParts = { retry: process.env.CI ? 1 : 0 };

/** The threads of an app in process start from the build: in 0.2 to 0.5 s of processor time instead of 1 s. */
const builtThreads = {
  alias: { '#app/package-root.ts': join(import.meta.dirname, 'tests', 'setup', 'package-root.ts') },
};

/** What hangs ends here; what is only slow does not. */
const patient = { testTimeout: 120_000, hookTimeout: 120_000 };

function stage(name: string) {
  return { name, sequence: { groupOrder: groups.findIndex((names) => names.includes(name)) } };
}

export default defineConfig({
  test: {
    // These tests do not check how soon something happens; a slow machine must not fail them.
    expect: { poll: { timeout: 45_000 } },
    projects: [
      {
        test: {
          ...stage('unit'),
          include: ['src/**/*.test.{ts,tsx}', 'tests/{house,fixtures}/**/*.test.ts'],
          ...patient,
          maxWorkers: workers,
          // Reloading the modules for each file takes half of the time.
          isolate: false,
        },
      },
      {
        plugins: [react(), tailwindcss()],
        publicDir: join(import.meta.dirname, 'src', 'web', 'public'),
        optimizeDeps: { entries: ['src/web/main.tsx', 'tests/web/**/*.ts'] },
        test: {
          ...stage('web'),
          include: ['tests/web/**/*.test.ts'],
          globalSetup: ['tests/setup/build-once.ts', 'tests/setup/answers-once.ts'],
          ...patient,
          isolate: false,
          fileParallelism: false,
          expect: { poll: { timeout: 15_000 } },
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({
              actionTimeout: 15_000,
              launchOptions: { executablePath: findBrowser() ?? undefined, args: [...browserFlags] },
              contextOptions: { locale: 'en-GB', reducedMotion: 'reduce' },
            }),
            instances: [{ browser: 'chromium' }],
          },
        },
      },
      {
        test: {
          ...stage('contract'),
          ...realParts,
          ...builtThreads,
          include: ['tests/{contract,cli,package}/**/*.test.ts'],
          globalSetup: ['tests/setup/build-once.ts', 'tests/setup/postgres-once.ts'],
          ...patient,
          maxWorkers: workers,
          isolate: false,
        },
      },
      {
        test: {
          ...stage('attack'),
          ...realParts,
          ...builtThreads,
          include: ['tests/attack/**/*.test.ts'],
          exclude: ['tests/attack/growth/**'],
          globalSetup: ['tests/setup/build-once.ts', 'tests/setup/postgres-once.ts'],
          ...patient,
          maxWorkers: workers,
        },
      },
      {
        test: {
          ...stage('fault'),
          ...realParts,
          ...builtThreads,
          include: ['tests/fault/**/*.test.ts'],
          globalSetup: ['tests/setup/build-once.ts', 'tests/setup/postgres-once.ts'],
          ...patient,
          testTimeout: 300_000,
          maxWorkers: workers,
        },
      },
      {
        test: {
          ...stage('e2e'),
          ...realParts,
          include: ['tests/e2e/**/*.test.ts'],
          globalSetup: [
            'tests/setup/build-once.ts',
            'tests/setup/browser-once.ts',
            'tests/setup/postgres-once.ts',
          ],
          ...patient,
          maxWorkers: workers,
          isolate: false,
        },
      },
      {
        test: {
          ...stage('growth'),
          include: ['tests/{attack/growth,speed}/**/*.test.ts'],
          globalSetup: ['tests/setup/build-once.ts'],
          ...patient,
          // With other work on the machine, compilation and garbage collection are late, and times mean nothing.
          maxWorkers: 1,
        },
      },
      {
        test: {
          ...stage('opencode'),
          ...realParts,
          include: ['tests/opencode/**/*.test.ts'],
          globalSetup: ['tests/setup/build-once.ts'],
          ...patient,
          // The full version is 20 runs of OpenCode, about 10 s each.
          testTimeout: 900_000,
          maxWorkers: workers,
        },
      },
      {
        test: {
          ...stage('real-clients'),
          ...realParts,
          include: ['tests/clients/**/*.test.ts'],
          globalSetup: ['tests/setup/build-once.ts', 'tests/setup/agents-once.ts'],
          ...patient,
          testTimeout: 300_000,
          maxWorkers: workers,
        },
      },
    ],
  },
});
