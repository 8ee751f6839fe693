import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type ClientPlace, checkHooks, findInstalled, findServer } from '#app/clients/client-settings.ts';
import { lostFile, spoolFolder } from '#app/clients/send-hook.ts';
import { findWorker } from '#app/clients/worker-file.ts';
import { countWaiting } from '#app/inspect-plugin.ts';
import type { Config } from '#app/read-config.ts';
import type { Check } from '#cli/printing.ts';
import type { Terminal } from '#cli/terminal.ts';
import { type Client, createClient } from '#client/create-client.ts';
import { type HookClient, hookClients } from '#schema/sessions/hook-client.ts';
import type { ClientReport, ClientWait, SessionRuns } from '#schema/sessions/hooks-wire.ts';
import { checkOpenCode } from './opencode.ts';
import { findPlugins } from './plugin-file.ts';

export interface ClientStatus {
  client: string;
  checks: Check[];
  /** Null if the worker does not answer or has not received any hook event yet. */
  report: ClientReport | null;
  /** Null if no tool call has arrived since the worker started. */
  wait: ClientWait | null;
}

export interface ClientsStatus {
  clients: ClientStatus[];
  /** Model calls for all clients, or null if the worker does not answer. */
  runs: SessionRuns | null;
}

const timeoutMs = 3000;

export async function checkClients(
  terminal: Terminal,
  { config, asked }: { config: Config; asked: readonly string[] },
): Promise<ClientsStatus> {
  const worker = await openWorker(config);
  const told = (await worker?.client.sessions.hooks.reports().catch(() => null)) ?? null;
  const statuses: ClientStatus[] = [];
  for (const client of hookClients.filter((known) => asked.includes(known))) {
    const report = told?.items.find((known) => known.client === client) ?? null;
    const wait = told?.waits.find((known) => known.client === client) ?? null;
    statuses.push({
      client,
      report,
      wait,
      checks: await checkClient({ client, config, report, wait, url: worker?.url ?? null }),
    });
  }
  if (asked.includes('opencode'))
    statuses.push({ client: 'opencode', report: null, wait: null, checks: await checkPlugin(terminal) });
  return { clients: statuses, runs: told?.runs ?? null };
}

/** A plugin that is not installed is not a failure, because nobody has to use every client. */
async function checkPlugin(terminal: Terminal): Promise<Check[]> {
  const isInstalled = (await findPlugins(terminal.env, process.cwd())).length > 0;
  return isInstalled ? checkOpenCode(terminal) : [notInstalled('opencode')];
}

function notInstalled(client: string): Check {
  return { state: 'warning', name: 'installed', message: 'no', remedy: `precis clients install ${client}` };
}

/** Precis does not read the plugin folders of a client, so it cannot name the source of these events. */
const connectedElsewhere: Check = {
  state: 'warning',
  name: 'installed',
  message:
    'not in its settings; the events are of a plugin, of another project, or from before you disconnected it',
};

async function openWorker({ home, port, token }: Config): Promise<{ url: string; client: Client } | null> {
  const url = await findWorker(home, `http://127.0.0.1:${port}`);
  if (url === null) return null;
  const client = createClient({
    fetch: (request) => fetch(request, { signal: AbortSignal.timeout(timeoutMs) }),
    baseUrl: url,
    ...(token === null ? {} : { token }),
  });
  return { url, client };
}

interface Known {
  client: HookClient;
  config: Config;
  report: ClientReport | null;
  wait: ClientWait | null;
  /** URL of the worker, or null if none runs. */
  url: string | null;
}

async function checkClient({ client, config, report, wait, url }: Known): Promise<Check[]> {
  const places: ClientPlace[] = [];
  const installed = new Set<string>();
  for (const project of [null, process.cwd()]) {
    const place = { client, config, project };
    const files = await findInstalled(place);
    if (files.length > 0) places.push(place);
    for (const { file } of files) installed.add(file);
  }
  if (installed.size === 0 && report === null) return [notInstalled(client)];
  return [
    installed.size === 0
      ? connectedElsewhere
      : { state: 'ok', name: 'installed', message: [...installed].join(', ') },
    ...(await checkSilent(places)),
    ...(await checkServers(places)),
    checkWorker(url),
    ...describeReport(report),
    ...describeWait(wait),
    await checkWaiting(config, client),
    await checkLost(config, { client, report }),
  ];
}

/** Finds hooks that are installed but that the client does not run. */
async function checkSilent(places: readonly ClientPlace[]): Promise<Check[]> {
  const found = (await Promise.all(places.map(checkHooks))).filter((check) => check !== null);
  const [first] = found;
  if (first === undefined) return [];
  const { name, problem, remedy } = first;
  const silent = new Set(found.flatMap((check) => check.silent));
  if (silent.size === 0) return [{ state: 'ok', name, message: 'yes' }];
  return [{ state: 'warning', name, message: `${problem}: ${[...silent].join(', ')}`, remedy }];
}

/** Finds out whether the agent can search the memory. */
async function checkServers(places: readonly ClientPlace[]): Promise<Check[]> {
  const servers = (await Promise.all(places.map(findServer))).filter((server) => server !== null);
  const name = 'mcp server';
  const own = servers.filter(({ state }) => state === 'own').map(({ file }) => file);
  if (own.length > 0) return [{ state: 'ok', name, message: `connected in ${[...new Set(own)].join(', ')}` }];
  const other = servers.find(({ state }) => state === 'other');
  if (other !== undefined)
    return [{ state: 'warning', name, message: `“precis” in ${other.file} is not from Precis` }];
  const [place] = places;
  if (servers.length === 0 || place === undefined) return [];
  return [
    { state: 'warning', name, message: 'not connected', remedy: `precis clients install ${place.client}` },
  ];
}

function checkWorker(url: string | null): Check {
  return url === null
    ? { state: 'failed', name: 'worker', message: 'not running', remedy: 'precis serve' }
    : { state: 'ok', name: 'worker', message: `running at ${url}` };
}

function describeReport(report: ClientReport | null): Check[] {
  if (report === null) return [{ state: 'warning', name: 'events', message: 'none received yet' }];
  const { prompts, observations, summaries, contexts, contextTokens, lastEventAt } = report;
  const last = lastEventAt === null ? '' : `; last event ${new Date(lastEventAt).toISOString()}`;
  const ok = (name: string, message: string): Check => ({ state: 'ok', name, message });
  return [
    ok('events', `${prompts} prompts, ${observations} observations, ${summaries} turns${last}`),
    ok('context', `${contextTokens} tokens, given ${contexts} times`),
  ];
}

function describeWait(wait: ClientWait | null): Check[] {
  if (wait === null) return [];
  const message = `p95 ${wait.p95Ms.toFixed(1)} ms in the worker, of the last ${wait.toolCalls} tool calls`;
  return [{ state: 'ok', name: 'wait', message }];
}

/** Reports the model calls. Observations never need a model, so a call for one is a failure. */
export function describeRuns({ summaries, offline, checks, observations }: SessionRuns): Check {
  const message = `${observations} for observations, ${summaries} for summaries of turns, ${checks} for checks of them; ${offline} summaries made offline`;
  return { state: observations === 0 ? 'ok' : 'failed', name: 'model calls', message };
}

async function checkWaiting({ home }: Config, client: HookClient): Promise<Check> {
  const dir = spoolFolder(home, client);
  const waiting = await countWaiting(dir);
  if (waiting === 0) return { state: 'ok', name: 'waiting', message: 'nothing' };
  return {
    state: 'warning',
    name: 'waiting',
    message: `${waiting} events in ${dir} will be sent with the next event`,
  };
}

async function checkLost(
  { home }: Config,
  { client, report }: { client: HookClient; report: ClientReport | null },
): Promise<Check> {
  const file = join(spoolFolder(home, client), lostFile);
  const lines = (await readFile(file, 'utf8').catch(() => '')).split('\n').length - 1;
  const lost = lines + (report?.lost ?? 0);
  if (lost === 0) return { state: 'ok', name: 'lost', message: 'nothing' };
  const where = lines === 0 ? 'the log of the server names them' : `see ${file}`;
  return { state: 'warning', name: 'lost', message: `${lost} events; ${where}` };
}
