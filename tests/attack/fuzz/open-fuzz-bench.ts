import { execFileSync } from 'node:child_process';
import type { StorePlace } from '#tests/contract/each-store.ts';
import { rss, startFeedServer } from '#tests/fixtures/feed-server.ts';
import { startScriptedModel } from '#tests/fixtures/scripted-model/start-scripted-model.ts';
import { startServer } from '#tests/fixtures/start-server.ts';
import { fillServer } from './fill-server.ts';
import { createPool, type Pool } from './known.ts';
import { createSender, type Sender } from './send-request.ts';

export interface FuzzBench {
  url: string;
  pool: Pool;
  sender: Sender;
  /** Creates something of every kind again, because requests delete much of it. */
  fill(): Promise<void>;
  memoryMb(): number;
  /** The server's stderr. The server logs errors only. */
  written(): string;
  isAlive(): boolean;
  close(): Promise<void>;
}

/** Opens a real server process with everything it needs, on loopback. */
export async function openFuzzBench(place: StorePlace): Promise<FuzzBench> {
  let written = '';
  const model = await startScriptedModel({
    reply: { text: 'The town talked about its old bridge. '.repeat(10) },
  });
  const feeds = await startFeedServer();
  const story = '<p>The old bridge was closed, and the town wants a new one of steel and stone.</p>'.repeat(
    8,
  );
  const link = feeds.url('/page');
  feeds.on('/feed', { body: rss('Bridges', [{ id: '1', title: 'Closed', html: story, link }]) });
  feeds.on('/page', {
    headers: { 'content-type': 'text/html' },
    body: `<!doctype html><title>Bridges</title><article><h1>Bridges</h1>${story}</article>`,
  });
  const server = await startServer({
    ...place,
    env: { PRECIS_ALLOW_HOSTS: '127.0.0.1' },
    hear: (text) => (written += text),
  });
  const { url, child } = server;
  const pool = createPool();
  const sender = createSender(url, pool);
  const urls = [feeds.url('/feed'), feeds.url('/page'), feeds.url('/nothing')] as const;

  return {
    url,
    pool,
    sender,
    fill: () => fillServer({ url, modelUrl: model.baseUrl('openai'), urls }, pool),
    memoryMb: () =>
      Math.round(Number(execFileSync('ps', ['-o', 'rss=', '-p', String(child.pid)]).toString()) / 1024),
    written: () => written,
    isAlive: () => child.exitCode === null && child.signalCode === null,
    async close() {
      sender.close();
      await server.end('SIGTERM');
      await Promise.all([model.close(), feeds.close()]);
    },
  };
}
