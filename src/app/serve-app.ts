import { setTimeout as delay } from 'node:timers/promises';
import { writeWorkerFile } from '#app/clients/worker-file.ts';
import type { Log } from '#engine/ports.ts';
import { waitAtMost } from '#queue/wait-at-most.ts';
import { AppError } from '#schema/app-error.ts';
import { problemSchema } from '#schema/problem.ts';
import { versionSchema } from '#schema/wire.ts';
import { type Listening, listen, urlOf } from '#server/http/listen.ts';
import { type App, createApp } from './create-app.ts';
import { createLog } from './create-log.ts';
import { findExposure } from './diagnose.ts';
import type { Config } from './read-config.ts';
import { createOpenParts, type OpenParts } from './wiring/lifecycle.ts';

/** The time for runs in progress to finish when the program is asked to stop. After it, they go back to the queue. */
const graceMs = 5000;
/** The least time for requests in progress. */
const leastRequestGraceMs = 2000;
/** The time for the responses to aborted requests. */
const lastAnswersMs = 1000;
/** The time for a cancelled startup to finish its current statement. */
const callOffMs = 2000;

interface ServeOptions {
  quiet: boolean;
  /** A signal that aborts when the program has to stop. */
  signal: AbortSignal;
  onReady(url: string): void;
}

interface Started {
  app: App;
  listening: Listening;
}

/** Serves until stopped, possibly during startup. After any failure, the port is free. */
export async function serveApp(config: Config, { quiet, signal, onReady }: ServeOptions): Promise<void> {
  const log = createLog({ level: config.logLevel ?? (quiet ? 'warn' : 'info') });
  const parts = createOpenParts(log);
  const aborted = untilAborted(signal);
  const starting = start(config, { log, signal, parts });
  try {
    const started = await Promise.race([starting, aborted]);
    if (started && !signal.aborted) {
      onReady(started.listening.url);
      await aborted;
      await finishRequests(config, started);
      await parts.close(graceMs);
    } else {
      // The startup may hang in a statement that never returns.
      await waitAtMost(callOffMs, starting);
      await parts.close(0);
    }
  } catch (error) {
    await parts.close(0);
    if (!signal.aborted) throw await explainStart(error, config);
  }
  log.info({}, 'stopped');
}

async function start(
  config: Config,
  { log, signal, parts }: { log: Log; signal: AbortSignal; parts: OpenParts },
): Promise<Started> {
  const app = await createApp(config, { mode: 'server', log, signal });
  parts.add('the app', app.stop);
  signal.throwIfAborted();
  const exposure = await findExposure(config.home);
  if (exposure !== null) log.warn({ remedy: exposure.remedy }, exposure.message);
  const { host, port, token } = config;
  const closeGraceMs = requestGraceMsOf(config) + lastAnswersMs;
  const listening = await listen({
    fetch: app.fetch,
    host,
    port,
    token,
    closeGraceMs,
  });
  parts.add('the port', listening.close);
  await writeWorkerFile(config.home, listening.url).catch((error: unknown) =>
    log.warn({ err: error }, 'clients on this machine will look for the server on its usual port only'),
  );
  await app.start();
  log.info({ url: listening.url, store: app.core.store.dialect }, 'listening');
  return { app, listening };
}

async function finishRequests(config: Config, { app, listening }: Started): Promise<void> {
  app.leave();
  listening.leave();
  await delay(config.drainMs);
  const closed = listening.close();
  // A longer turn gets an answer while its connection is open, with the advice to send it again.
  await waitAtMost(requestGraceMsOf(config), closed);
  await waitAtMost(lastAnswersMs, app.core.conversations.stop());
  await closed;
}

function requestGraceMsOf({ drainMs }: Config): number {
  return Math.max(drainMs, leastRequestGraceMs);
}

async function explainStart(error: unknown, config: Config): Promise<unknown> {
  const isTaken = error instanceof AppError && error.code === 'port_in_use';
  return isTaken ? namePortHolder(error, config) : error;
}

function untilAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
}

/** The time to wait for an answer of the program on the port. Another program may never respond. */
const patienceMs = 2000;

/** Returns a clearer error if another instance of Precis holds the port. */
async function namePortHolder(refusal: AppError, { host, port }: Config): Promise<AppError> {
  const url = urlOf(host, port);
  const answer = await ask(`${url}/api/version`);
  const version = versionSchema.safeParse(answer).data;
  if (version !== undefined) {
    const message = `Precis ${version.version} is already running at ${url}, with its data in ${version.home}.`;
    return new AppError('port_in_use', message, { cause: refusal });
  }
  // An instance that requires a token says no more. The token is not sent, because another program could impersonate
  // Precis.
  if (!problemSchema.safeParse(answer).success) return refusal;
  return new AppError('port_in_use', `Precis is already running at ${url}.`, { cause: refusal });
}

async function ask(url: string): Promise<unknown> {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(patienceMs), redirect: 'error' });
    return await answer.json();
  } catch {
    return null;
  }
}
