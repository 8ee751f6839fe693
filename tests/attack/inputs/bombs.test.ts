import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FeedServer, startFeedServer } from '#tests/fixtures/feed-server.ts';
import { type ServerProcess, startServer } from '#tests/fixtures/start-server.ts';
import { hostileText } from './hostile-texts.ts';
import { feedBombs, fileBombs, packedBombs, pageBombs } from './make-bombs.ts';

const isFull = process.env.PRECIS_FAULT === 'full';
/**
 * The longest wait of another reader in the meantime, on a busy machine too. Before there were threads, it was up to
 * 80 s.
 */
const longestWaitMs = 30_000;
const mostMemoryMb = 2500;
/** The longest time for an answer, which two threads make, each with a limit of its own. */
const longestAnswerMs = 90_000;

let home: string;
let open: FeedServer;
let server: ServerProcess;

beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'precis-bombs-'));
  mkdirSync(join(home, 'templates'));
  open = await startFeedServer();
  server = await startServer({
    home,
    databaseUrl: null,
    env: { PRECIS_ALLOW_HOSTS: new URL(open.url('/')).host },
  });
  // This starts the thread before anything is timed.
  await server.client.reader.entries.add({ kind: 'text', text: 'A first text.', title: 'First' });
});
afterAll(async () => {
  await server?.end('SIGKILL');
  await open?.close();
  rmSync(home, { recursive: true, force: true, maxRetries: 5 });
});

/** Sends the bombs while another client keeps making requests. Returns the result of each bomb. */
async function whileServing(
  bombs: [name: string, drop: () => Promise<unknown>][],
): Promise<Record<string, string>> {
  const outcomes: Record<string, string> = {};
  let isOver = false;
  let longestMs = 0;
  const ask = async () => {
    while (!isOver) {
      const start = performance.now();
      await server.client.health();
      longestMs = Math.max(longestMs, performance.now() - start);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };
  const asking = ask();
  for (const [name, drop] of bombs) {
    const start = performance.now();
    outcomes[name] = await drop().then(
      () => 'read',
      (error: { code: string }) => error.code,
    );
    expect(performance.now() - start < longestAnswerMs || name).toBe(true);
  }
  isOver = true;
  await asking;
  expect(longestMs).toBeLessThan(longestWaitMs);
  const memoryMb = mostMemoryOf(server);
  if (memoryMb !== null) expect(memoryMb).toBeLessThan(mostMemoryMb);
  return outcomes;
}

const timeout = isFull ? 900_000 : 120_000;

test('answers that unpack to more than is read are refused', { timeout }, async () => {
  const drops = packedBombs().flatMap(({ encoding, body }, index): [string, () => Promise<unknown>][] => {
    open.on(`/packed${index}`, { headers: { 'content-encoding': encoding }, body });
    const url = open.url(`/packed${index}`);
    return [
      [`page ${encoding}`, () => server.client.fetchPage(url)],
      [`feed ${encoding}`, () => server.client.reader.feeds.subscribe({ url })],
    ];
  });
  const outcomes = await whileServing(drops);
  for (const [name, outcome] of Object.entries(outcomes))
    expect(['fetch_too_large', 'fetch_failed'].includes(outcome) || `${name}: ${outcome}`).toBe(true);
});

test('pages that are made to be slow stop nobody else', { timeout }, async () => {
  const bombs = Object.entries(pageBombs()).filter(
    ([name]) => isFull || ['open tags', 'one attribute', 'end tags'].includes(name),
  );
  const drops = bombs.map(([name, body], index): [string, () => Promise<unknown>] => {
    open.on(`/page${index}`, { headers: { 'content-type': 'text/html' }, body });
    return [name, () => server.client.reader.entries.add({ kind: 'page', url: open.url(`/page${index}`) })];
  });
  const outcomes = await whileServing(drops);
  for (const [name, outcome] of Object.entries(outcomes))
    expect(
      ['read', 'too_large', 'source_empty', 'source_title_only', 'source_blocked'].includes(outcome) ||
        `${name}: ${outcome}`,
    ).toBe(true);
});

test('feeds with entities, deep elements or very many entries stop nobody else', { timeout }, async () => {
  const bombs = Object.entries(feedBombs()).filter(([name]) => isFull || name !== 'very many entries');
  const drops = bombs.map(([name, body], index): [string, () => Promise<unknown>] => {
    open.on(`/feed${index}`, { body });
    return [name, () => server.client.reader.feeds.subscribe({ url: open.url(`/feed${index}`) })];
  });
  const outcomes = await whileServing(drops);
  for (const [name, outcome] of Object.entries(outcomes))
    expect(
      ['read', 'too_large', 'feed_unreadable', 'feed_missing'].includes(outcome) || `${name}: ${outcome}`,
    ).toBe(true);
  const { items } = await server.client.reader.entries.list({ view: 'all', limit: 500 });
  const shown = JSON.stringify(items);
  expect(shown).not.toContain('root:');
  expect(shown).not.toContain('lollollol');
});

test('files that are made to be slow, or are not what they say, stop nobody else', { timeout }, async () => {
  const drops = fileBombs(isFull).map(({ name, content }): [string, () => Promise<unknown>] => {
    const base64 = Buffer.from(content).toString('base64');
    return [name, () => server.client.reader.entries.add({ kind: 'file', name, content: base64 })];
  });
  const outcomes = await whileServing(drops);
  for (const [name, outcome] of Object.entries(outcomes))
    expect(
      ['read', 'too_large', 'file_unsupported', 'source_empty'].includes(outcome) || `${name}: ${outcome}`,
    ).toBe(true);
  expect(outcomes['zip.pdf']).toBe('file_unsupported');
  expect(outcomes['cut.pdf']).toBe('file_unsupported');
});

test('deep JSON in a request is refused or stored, never a failure of the server', { timeout }, async () => {
  const bodies = [
    '['.repeat(1_000_000),
    `${'['.repeat(100_000)}${']'.repeat(100_000)}`,
    `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`,
    `{"text":"a","x":${'['.repeat(50_000)}${']'.repeat(50_000)}}`,
    `{"jsonl":${JSON.stringify(hostileText('{"a":', 400_000))}}`,
  ];
  const paths = ['/api/summaries', '/api/entries', '/api/sessions/import', '/api/settings', '/api/opml'];
  const drops = bodies.flatMap((body, index) =>
    paths.map((path): [string, () => Promise<unknown>] => [
      `${index} ${path}`,
      async () => {
        const method = path === '/api/settings' ? 'PATCH' : 'POST';
        const headers = { 'content-type': 'application/json' };
        const response = await fetch(server.url + path, { method, headers, body });
        expect(response.status < 500 || `${index} ${path}`).toBe(true);
        await response.body?.cancel();
      },
    ]),
  );
  const outcomes = await whileServing(drops);
  expect(new Set(Object.values(outcomes))).toEqual(new Set(['read']));
});

test('templates with aliases, deep nesting or odd tags are refused by name', { timeout }, async () => {
  const folder = join(home, 'templates');
  const levels = Array.from(
    { length: 9 },
    (_, level) => `l${level + 1}: &l${level + 1} [${`*l${level}, `.repeat(9)}]`,
  );
  const files: Record<string, string> = {
    'aliases.yaml': `l0: &l0 lol\n${levels.join('\n')}\nid: aliases\n`,
    'merge.yaml': 'a: &a {b: c}\nid: merge\n<<: *a\n',
    'lists.yaml': `id: ${'['.repeat(20_000)}\n`,
    'maps.yaml': `${Array.from({ length: 400 }, (_, depth) => `${' '.repeat(depth)}a:`).join('\n')}\n`,
    'tag.yaml': 'id: !!js/function "function () {}"\nversion: v1\n',
    'spaces.yaml': `id: spaces\nversion: v1\ntaskType: summary\ntemplate: "{{${' '.repeat(200_000)}"\n`,
  };
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
  let refused: string[] = [];
  await whileServing([
    [
      'list',
      async () => {
        await expect
          .poll(async () => {
            refused = (await server.client.templates.list()).notices.map(({ file }) => file).toSorted();
            return refused.length;
          })
          .toBe(Object.keys(files).length);
      },
    ],
  ]);
  expect(refused).toEqual(Object.keys(files).toSorted());
});

/** The peak memory of the process, or null if the system does not report it. */
function mostMemoryOf({ child }: ServerProcess): number | null {
  try {
    const line = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'));
    return line === null ? null : Number(line[1]) / 1024;
  } catch {
    return null;
  }
}
