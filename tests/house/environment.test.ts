import { describe, expect, test } from 'vitest';
import { cleanEnvironment } from '#tests/setup/clean-environment.ts';

describe('a test process', () => {
  test('has nothing of what its machine has set, but where to find programs and what to test', () => {
    const kept = { PATH: '/bin', HOME: '/home/a b', HTTPS_PROXY: 'http://127.0.0.1:9', CI: '1' };
    const chosen = { PRECIS_CHROMIUM: '/bin/chromium', PRECIS_TEST_POSTGRES: '/pg', PRECIS_FAULT: 'full' };
    const env: NodeJS.ProcessEnv = {
      ...kept,
      ...chosen,
      PGHOST: 'db',
      DATABASE_URL: 'postgres://db/live',
      PRECIS_HOME: '/home/a b/.precis',
      OPENAI_API_KEY: 'sk-live',
      GIT_DIR: '/elsewhere/.git',
      NODE_OPTIONS: '--max-old-space-size=100',
      FORCE_COLOR: '1',
      LC_ALL: 'tr_TR.UTF-8',
      LANG: 'tr_TR.UTF-8',
      TZ: 'Pacific/Kiritimati',
      NO_PROXY: 'example.org',
    };
    cleanEnvironment(env);
    const direct = '127.0.0.1,::1,localhost';
    expect(env).toEqual({
      ...kept,
      ...chosen,
      LANG: 'C.UTF-8',
      TZ: 'UTC',
      NO_PROXY: direct,
      no_proxy: direct,
    });
  });

  test('is in the usual time zone, and lets other users read its files', () => {
    expect(new Date(0).getHours()).toBe(0);
    expect(process.umask()).toBe(0o022);
  });
});
