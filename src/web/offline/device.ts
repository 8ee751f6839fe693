import type { Client } from '#client/create-client.ts';
import type { EntryId } from '#schema/entry.ts';
import { answerKept } from './answer-kept.ts';
import { openDatabase } from './database.ts';
import { keepRecent } from './keep-recent.ts';
import type { KeptRequest } from './kept-request.ts';
import { type Exchange, learnAnswer } from './learn-answer.ts';
import { sendChanges } from './send-changes.ts';

/** The build writes it; its name never changes. */
const workerUrl = '/sw.js';

export interface DevicePorts {
  client: Pick<Client, 'reader'>;
  now(): number;
  untilIdle(): Promise<void>;
  /** How many changes the server has not been told. */
  onWaiting(count: number): void;
  /** What is kept is deleted, here or in another tab. */
  onGone(): void;
}

export interface KeptSize {
  entries: number;
  bytes: number;
}

/** What this device keeps. */
export interface Device {
  /** Null: this device cannot answer. */
  answer(asked: KeptRequest, sent: string): Promise<unknown>;
  learn(exchange: Exchange): Promise<void>;
  send(): Promise<void>;
  /** Whether this tab did it: another one may be at it. */
  keepRecent(): Promise<boolean>;
  measure(): Promise<KeptSize>;
  close(): void;
}

export async function openDevice(ports: DevicePorts): Promise<Device> {
  const { client, now, untilIdle, onWaiting, onGone } = ports;
  const leaving = new AbortController();
  const database = await openDatabase(() => {
    leaving.abort();
    onGone();
  });
  let learned = new Set<EntryId>();
  let sending: Promise<void> | null = null;

  async function countWaiting(): Promise<void> {
    onWaiting(await database.use(['changes'], 'readonly', ({ changes }) => changes.count()));
  }

  async function sendAll(): Promise<void> {
    try {
      await sendChanges(database, client);
    } finally {
      sending = null;
      await countWaiting();
    }
  }

  await countWaiting();
  return {
    async answer(asked, sent) {
      const answer = await answerKept(database, asked, sent);
      if (asked.kind === 'patch' || asked.kind === 'patch-many') await countWaiting();
      return answer;
    },
    async learn(exchange) {
      if ('id' in exchange.asked) learned.add(exchange.asked.id);
      await learnAnswer({ database, client, now }, exchange);
    },
    send() {
      sending ??= sendAll();
      return sending;
    },
    keepRecent() {
      learned = new Set();
      return keepRecent({ database, client, now, untilIdle, learned, signal: leaving.signal });
    },
    async measure() {
      const kept = await database.use(['heads'], 'readonly', ({ heads }) => heads.getAll());
      return { entries: kept.length, bytes: kept.reduce((sum, { bytes }) => sum + bytes, 0) };
    },
    close() {
      leaving.abort();
      database.close();
    },
  };
}

/** Keeps the app itself, so that the page opens without the server. Without it, only an open page can be read. */
export async function keepApp(): Promise<void> {
  const worker = await navigator.serviceWorker.register(workerUrl, { updateViaCache: 'none' });
  // A worker takes no target origin.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  worker.active?.postMessage('keep');
}
