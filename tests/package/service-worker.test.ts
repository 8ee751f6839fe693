import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { writeServiceWorker } from '../../publish/write-service-worker.ts';

const origin = 'http://127.0.0.1:1';

interface WorkerEvent {
  request?: { method: string; url: string; mode: string };
  waitUntil(work: Promise<unknown>): void;
  respondWith(response: Promise<Response>): void;
}

let webDir: string;
let script: string;

beforeAll(async () => {
  webDir = mkdtempSync(join(tmpdir(), 'precis-worker-'));
  mkdirSync(join(webDir, 'assets'));
  writeFileSync(join(webDir, 'index.html'), '<!doctype html>');
  writeFileSync(join(webDir, 'favicon.svg'), '<svg/>');
  writeFileSync(join(webDir, 'assets', 'index-Bx3_dE9a.js'), 'export {}');
  script = await write();
});
afterAll(() => rmSync(webDir, { recursive: true, force: true, maxRetries: 5 }));

async function write(): Promise<string> {
  await writeServiceWorker(webDir);
  return readFileSync(join(webDir, 'sw.js'), 'utf8');
}

/** Starts a worker in a browser that has only what the worker uses. */
function startWorker(network: (path: string) => Response) {
  const stores = new Map<string, Map<string, Response>>([
    ['precis-old', new Map()],
    ['other', new Map()],
  ]);
  const listeners = new Map<string, (event: WorkerEvent) => void>();
  const asked: string[] = [];

  async function ask(input: string | { url: string }): Promise<Response> {
    const path = new URL(typeof input === 'string' ? input : input.url, origin).pathname;
    asked.push(path);
    return network(path);
  }

  function openStore(name: string): Map<string, Response> {
    const store = stores.get(name) ?? new Map<string, Response>();
    stores.set(name, store);
    return store;
  }

  const scope = {
    location: { origin },
    URL,
    Promise,
    setTimeout,
    skipWaiting: async () => {},
    addEventListener: (type: string, listener: (event: WorkerEvent) => void) => listeners.set(type, listener),
    Request: class {
      readonly url: string;
      constructor(url: string) {
        this.url = url;
      }
    },
    fetch: ask,
    caches: {
      keys: async () => [...stores.keys()],
      delete: async (name: string) => stores.delete(name),
      open: async (name: string) => ({
        async addAll(requests: { url: string }[]) {
          for (const request of requests) openStore(name).set(request.url, await ask(request));
        },
      }),
      match: async (path: string, { cacheName }: { cacheName: string }) =>
        stores.get(cacheName)?.get(path)?.clone(),
    },
  };
  runInNewContext(script, Object.assign(scope, { self: scope, globalThis: scope }));

  async function fire(type: string): Promise<void> {
    const work: Promise<unknown>[] = [];
    listeners.get(type)?.({ waitUntil: (each) => work.push(each), respondWith: () => {} });
    await Promise.all(work);
  }

  /** Fetches a path. The result is null if the worker leaves the request to the browser. */
  async function get(path: string, { mode = 'cors', method = 'GET' } = {}): Promise<string | null> {
    const answers: Promise<Response>[] = [];
    listeners.get('fetch')?.({
      request: { method, mode, url: new URL(path, origin).href },
      waitUntil: () => {},
      respondWith: (response) => answers.push(response),
    });
    const answer = await answers[0];
    return answer === undefined ? null : answer.text();
  }

  return { stores, asked, fire, get };
}

const served = (path: string) => new Response(`served ${path}`);
function away(): never {
  throw new TypeError('Failed to fetch');
}

describe('the service worker', () => {
  test('keeps the files of its version, removes those of others, and nothing else', async () => {
    const { stores, asked, fire } = startWorker(served);
    await fire('install');
    expect(asked).toEqual(['/', '/assets/index-Bx3_dE9a.js', '/favicon.svg']);
    await fire('activate');
    expect([...stores.keys()].map((name) => name.replace(/^precis-[\w-]{16}$/, 'its own'))).toEqual([
      'other',
      'its own',
    ]);
  });

  test('asks the server for a page, and shows the kept one without it', async () => {
    let network: (path: string) => Response = served;
    const { fire, get } = startWorker((path) => network(path));
    await fire('install');
    const page = { mode: 'navigate' };
    expect(await get('/reader/all/7', page)).toBe('served /reader/all/7');
    network = away;
    expect(await get('/reader/all/7', page)).toBe('served /');
    network = () => new Response('Bad Gateway', { status: 502 });
    expect(await get('/reader/all/7', page)).toBe('served /');
    network = () => new Response('Problem', { status: 500 });
    expect(await get('/reader/all/7', page)).toBe('Problem');
  });

  test('answers with its own files, and never for the API', async () => {
    let network: (path: string) => Response = served;
    const { fire, get } = startWorker((path) => network(path));
    await fire('install');
    network = away;
    expect(await get('/assets/index-Bx3_dE9a.js')).toBe('served /assets/index-Bx3_dE9a.js');
    expect(await get('/api/entries')).toBeNull();
    expect(await get('/api/opml', { mode: 'navigate' })).toBeNull();
    expect(await get('/api/entries/7', { method: 'PATCH' })).toBeNull();
    expect(await get('https://example.org/favicon.svg')).toBeNull();
    expect(await get('/assets/other-Bx3_dE9a.js')).toBeNull();
  });

  test('keeps its files again if they are gone', async () => {
    const { stores, asked, fire, get } = startWorker(served);
    await fire('install');
    await fire('message');
    expect(asked).toHaveLength(3);
    stores.clear();
    await get('/favicon.svg');
    expect([...stores.keys()]).toEqual([]);
    asked.length = 3;
    await fire('message');
    expect(asked).toHaveLength(6);
  });

  test('is a new version if any file is another', async () => {
    const versionOf = (text: string) => /precis-?Shell=\{"?version"?:[`"']([\w-]{16})/i.exec(text)?.[1];
    const before = versionOf(script);
    expect(before).toBeDefined();
    expect(versionOf(await write())).toBe(before);
    writeFileSync(join(webDir, 'favicon.svg'), '<svg></svg>');
    expect(versionOf(await write())).not.toBe(before);
  });
});
