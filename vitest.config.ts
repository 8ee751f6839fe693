import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    // One more than there are cores: many tests wait for a process, a timer or a database.
    maxWorkers: availableParallelism() + 1,
    // Real servers, databases and browsers are late now and then on a busy machine; the report names the tests that
    // needed a second try. People at work get none.
    retry: process.env.CI ? 1 : 0,
    // What is polled for comes soon; how soon is not what these tests are about.
    expect: { poll: { timeout: 15_000 } },
    projects: [
      {
        test: {
          name: 'unit',
          include: ['src/**/*.test.{ts,tsx}', 'tests/{house,fixtures}/**/*.test.ts'],
          testTimeout: 20_000,
          // Loading the modules again for each file takes half of the time.
          isolate: false,
        },
      },
      {
        test: {
          name: 'contract',
          include: ['tests/{contract,cli,package}/**/*.test.ts'],
          globalSetup: ['tests/setup/build-once.ts', 'tests/setup/postgres-once.ts'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
          isolate: false,
        },
      },
      {
        test: {
          name: 'fault',
          include: ['tests/fault/**/*.test.ts'],
          globalSetup: ['tests/setup/build-once.ts', 'tests/setup/postgres-once.ts'],
          testTimeout: 300_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'attack',
          include: ['tests/attack/**/*.test.ts'],
          globalSetup: ['tests/setup/build-once.ts', 'tests/setup/postgres-once.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'opencode',
          include: ['tests/opencode/**/*.test.ts'],
          globalSetup: ['tests/setup/build-once.ts'],
          // After the other projects: OpenCode wants the machine for itself, or its turns take minutes.
          sequence: { groupOrder: 1 },
          // 20 runs of OpenCode, some 10 s each, are the full proof.
          testTimeout: 900_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['tests/e2e/**/*.test.ts'],
          globalSetup: ['tests/setup/build-once.ts', 'tests/setup/browser-once.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
          isolate: false,
        },
      },
    ],
  },
});
