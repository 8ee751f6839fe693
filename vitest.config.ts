import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import tailwindcss from '@tailwindcss/vite';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig, type UserWorkspaceConfig } from 'vitest/config';
import { browserFlags } from './tests/e2e/launch-browser.ts';
import { cleanEnvironment } from './tests/setup/clean-environment.ts';
import { findBrowser } from './tests/setup/find-browser.ts';
import { retriedReporter } from './tests/setup/retried-reporter.ts';

// The test processes inherit both. PostgreSQL runs as another user if root starts it, and must find its files.
cleanEnvironment(process.env);
process.umask(0o022);

/** One more than there are cores: many tests wait for a process, a page or a time-out. */
const workers = availableParallelism() + 1;

/** What hangs ends here; what is only slow does not. */
const patientMs = 120_000;

interface Project {
  include: string[];
  exclude?: string[];
  /** Files of `tests/setup` that run once before the project. */
  once?: string[];
  /** Default: both. */
  dialects?: ('sqlite' | 'postgres')[];
  /** Of what repeats; default: all. */
  share?: number;
  /** Reloading the modules for each file takes half of the time of short tests. Default: each file has its own. */
  isolate?: boolean;
  /** Real servers, databases and browsers are sometimes late on a busy machine. The report names each retry. */
  isRetried?: boolean;
  testTimeout?: number;
  /** After the others, with the machine to itself. */
  isAlone?: boolean;
}

/** Of the contract, what is tested on both databases in every run. */
const onBothStores = ['store/**', 'queue*', 'bus*', 'engine/large-texts*'].map(
  (path) => `tests/contract/${path}.test.ts`,
);

/** Whose cases are many of a kind: `npm test` runs a fifth of them. */
const repeated = [
  'src/memory/historian/random-states.test.ts',
  'src/sources/entry/pages/sanitize-article.test.ts',
  'src/text/privacy/mask-start.test.ts',
  'src/text/sentences/rewrapping.test.ts',
  'src/text/terms/index-terms.test.ts',
  'tests/contract/store/sessions-rank.test.ts',
  'tests/contract/tags/batches.test.ts',
  'tests/contract/translation/hostile-models.test.ts',
];

/**
 * `npm test` runs the first, `npm run test:rest` the others. Within a run, a worker that becomes free takes the next
 * file, project by project in alphabetical order: the unit tests come last because their short files keep all workers
 * busy until the end.
 */
const projects: Record<string, Project> = {
  contract: {
    include: ['tests/{contract,cli}/**/*.test.ts'],
    exclude: [...onBothStores, 'tests/contract/two-servers.test.ts'],
    once: ['build', 'postgres'],
    dialects: ['sqlite'],
    share: 0.2,
    isolate: false,
    isRetried: true,
  },
  journeys: {
    include: ['tests/e2e/journeys/**/*.test.ts'],
    once: ['build', 'browser', 'postgres'],
    isolate: false,
    isRetried: true,
  },
  perimeter: {
    include: ['tests/attack/perimeter/**/*.test.ts'],
    once: ['build', 'postgres'],
    isRetried: true,
  },
  store: {
    include: onBothStores,
    once: ['build', 'postgres'],
    share: 0.2,
    isolate: false,
    isRetried: true,
  },
  unit: {
    include: ['src/**/*.test.{ts,tsx}', 'tests/{house,fixtures}/**/*.test.ts'],
    share: 0.2,
    isolate: false,
  },

  attack: {
    include: ['tests/attack/{fuzz,inputs}/**/*.test.ts'],
    once: ['build', 'postgres'],
    isRetried: true,
  },
  e2e: {
    include: ['tests/e2e/**/*.test.ts'],
    exclude: ['tests/e2e/journeys/**'],
    once: ['build', 'browser', 'postgres'],
    isolate: false,
    isRetried: true,
  },
  fault: {
    include: ['tests/fault/**/*.test.ts'],
    once: ['build', 'postgres'],
    testTimeout: 300_000,
    isRetried: true,
  },
  // With other work on the machine, compilation and garbage collection are late, and times mean nothing.
  growth: { include: ['tests/{attack/growth,speed}/**/*.test.ts'], once: ['build'], isAlone: true },
  // The full version is 20 runs of OpenCode, about 10 s each.
  opencode: {
    include: ['tests/opencode/**/*.test.ts'],
    once: ['build'],
    testTimeout: 900_000,
    isRetried: true,
  },
  package: { include: ['tests/package/**/*.test.ts'], once: ['build'], isolate: false, isRetried: true },
  postgres: {
    include: ['tests/contract/**/*.test.ts'],
    exclude: [...onBothStores, ...repeated],
    once: ['build', 'postgres'],
    dialects: ['postgres'],
    isolate: false,
    isRetried: true,
  },
  'real-clients': {
    include: ['tests/clients/**/*.test.ts'],
    once: ['build', 'agents'],
    testTimeout: 300_000,
    isRetried: true,
  },
  repeated: { include: repeated, once: ['build', 'postgres'], isRetried: true },
};

function defineProject([name, settings]: [string, Project]): UserWorkspaceConfig {
  const { once = [], dialects = ['sqlite', 'postgres'], share = 1, isRetried, isAlone, ...own } = settings;
  return {
    // The threads of an app in process start from the build: in 0.2 to 0.5 s of processor time instead of 1 s.
    ...(once.includes('build') && {
      alias: { '#app/package-root.ts': join(import.meta.dirname, 'tests', 'setup', 'package-root.ts') },
    }),
    test: {
      name,
      globalSetup: once.map((file) => `tests/setup/${file}-once.ts`),
      setupFiles: ['tests/setup/checks-off.ts'],
      provide: { dialects, share },
      testTimeout: patientMs,
      hookTimeout: patientMs,
      // These tests do not check how soon something happens; a slow machine must not fail them.
      expect: { poll: { timeout: 45_000 } },
      maxWorkers: isAlone === true ? 1 : workers,
      sequence: { groupOrder: isAlone === true ? 1 : 0 },
      retry: isRetried === true && process.env.CI ? 1 : 0,
      ...own,
    },
  };
}

/** The web app in a page of one Chromium, without a server. */
const web: UserWorkspaceConfig = {
  plugins: [tailwindcss()],
  // React as it is published: its other form takes twice the time.
  define: { 'process.env.NODE_ENV': '"production"' },
  oxc: { jsx: { runtime: 'automatic', development: false } },
  publicDir: join(import.meta.dirname, 'src', 'web', 'public'),
  // Found before the first test: what is found later reloads the page.
  optimizeDeps: {
    entries: ['src/web/main.tsx', 'src/web/**/*worker*.ts', 'tests/web/**/*.ts'],
    include: ['react', 'react/jsx-runtime', 'react-dom', 'react-dom/client'],
    rolldownOptions: { transform: { define: { 'process.env.NODE_ENV': '"production"' } } },
  },
  test: {
    name: 'web',
    include: ['tests/web/**/*.test.ts'],
    globalSetup: ['build', 'answers'].map((file) => `tests/setup/${file}-once.ts`),
    setupFiles: ['tests/setup/checks-off.ts'],
    testTimeout: patientMs,
    retry: process.env.CI ? 1 : 0,
    isolate: false,
    // After the others: they would wait for its pages, and its pages for them.
    sequence: { groupOrder: 2 },
    maxWorkers: availableParallelism(),
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
};

export default defineConfig({
  test: {
    reporters: ['default', retriedReporter],
    projects: [...Object.entries(projects).map(defineProject), web],
  },
});
