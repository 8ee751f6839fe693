import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    // The default leaves a core to the person who watches; nobody does, and most tests wait more than they compute.
    maxWorkers: '100%',
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
        },
      },
      {
        test: {
          name: 'contract',
          include: ['tests/{contract,cli,package}/**/*.test.ts'],
          globalSetup: ['tests/setup/build-once.ts', 'tests/setup/postgres-once.ts'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
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
        },
      },
    ],
  },
});
