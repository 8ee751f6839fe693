import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readOptions } from './read-options.ts';

const place = { directory: '/home/me/harbour/src', worktree: '/home/me/harbour' };

describe('the options of the plugin', () => {
  test('work with nothing set', () => {
    expect(
      readOptions(undefined, place, { XDG_STATE_HOME: '/state', PRECIS_HOME: '/nowhere' }),
    ).toMatchObject({
      url: 'http://127.0.0.1:37777',
      token: null,
      model: null,
      summaries: true,
      context: true,
      observations: true,
      project: 'harbour',
      stateDir: expect.stringContaining('opencode-mem'),
    });
  });

  test('come from opencode.json first, then from the environment', () => {
    const env = {
      OPENCODE_MEM_URL: 'http://a:1/',
      PRECIS_TOKEN: 't',
      OPENCODE_MEM_MODEL: 'p/a/b',
      PRECIS_PORT: '4',
    };
    expect(readOptions(undefined, place, env)).toMatchObject({
      url: 'http://a:1',
      token: 't',
      model: { providerID: 'p', modelID: 'a/b' },
    });
    const given = {
      url: 'https://b',
      token: 'mine',
      model: 'openai/gpt-5.2',
      summaries: false,
      timeoutMs: 5000,
    };
    expect(readOptions(given, place, env)).toMatchObject({
      url: 'https://b',
      token: 'mine',
      model: { providerID: 'openai', modelID: 'gpt-5.2' },
      summaries: false,
      timeoutMs: 5000,
    });
    expect(readOptions({}, place, { PRECIS_PORT: '4555' }).url).toBe('http://127.0.0.1:4555');
  });

  test('find the worker where it last ran, and how to start it there, unless its place is set', () => {
    const home = mkdtempSync(join(tmpdir(), 'precis-options-'));
    const env = { PRECIS_HOME: home };
    try {
      writeFileSync(
        join(home, 'worker.json'),
        JSON.stringify({ url: 'http://127.0.0.1:4555', pid: 1, command: ['/bin/node', '/opt/precis.cjs'] }),
      );
      expect(readOptions({}, place, env)).toMatchObject({
        url: 'http://127.0.0.1:4555',
        start: { home, command: ['/bin/node', '/opt/precis.cjs'], env: { PRECIS_PORT: '4555' } },
      });
      expect(readOptions({}, place, { ...env, PRECIS_PORT: '4' }).url).toBe('http://127.0.0.1:4');
      expect(readOptions({ url: 'http://a:1' }, place, env)).toMatchObject({
        url: 'http://a:1',
        start: null,
      });
      writeFileSync(join(home, 'worker.json'), '{"url":"file:///etc","command":');
      expect(readOptions({}, place, env)).toMatchObject({ url: 'http://127.0.0.1:37777', start: null });
    } finally {
      rmSync(home, { recursive: true });
    }
  });

  test('that make no sense count as not given', () => {
    for (const given of [null, 'x', [], { url: 'file:///etc', model: 'no-slash', timeoutMs: -1, token: 7 }])
      expect(readOptions(given, place, { PRECIS_PORT: 'x' })).toMatchObject({
        url: 'http://127.0.0.1:37777',
        model: null,
        timeoutMs: 60_000,
        token: null,
      });
  });

  test('name the project after the folder where there is no repository', () => {
    expect(readOptions({}, { directory: '/home/me/notes', worktree: '/' }, {}).project).toBe('notes');
    expect(readOptions({}, { directory: '/', worktree: '/' }, {}).project).toBe('default');
  });

  test('say where to read which project it is, unless the user named it', () => {
    const place = { directory: '/home/me/api', worktree: '/home/me/api' };
    expect(readOptions({}, place, {}).projectDirectory).toBe('/home/me/api');
    expect(readOptions({ project: 'mine' }, place, {})).toMatchObject({
      project: 'mine',
      projectDirectory: null,
    });
  });
});
