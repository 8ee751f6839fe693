import { lookup as dnsLookup } from 'node:dns/promises';
import { isIP, isIPv6 } from 'node:net';
import ipaddr from 'ipaddr.js';
import { Agent, buildConnector, fetch, type Headers, type Response } from 'undici';
import { AppError } from '#schema/app-error.ts';

export interface Fetched {
  /** The URL after redirects. */
  url: string;
  /** The new URL after permanent redirects only, or null if it did not move. */
  permanentUrl: string | null;
  status: number;
  headers: Headers;
  /** The decompressed body. */
  body: Uint8Array;
}

/** Throws AppError `fetch_…`, or the reason of the given signal. */
export type GuardedFetch = (
  url: string,
  options?: { headers?: Record<string, string>; signal?: AbortSignal },
) => Promise<Fetched>;

const maxRedirects = 5;
const permanentStatuses = new Set([301, 308]);
const redirectStatuses = new Set([301, 302, 303, 307, 308]);
const credentialHeaders = new Set(['authorization', 'cookie', 'proxy-authorization']);

export function createGuardedFetch(options: {
  /** Hosts as `host` or `host:port` that may be fetched although their addresses are not public. */
  allowedHosts: string[];
  /** The deadline for everything together: name resolution, connections, redirects and the whole body. */
  timeoutMs?: number;
  maxBytes?: number;
  resolve?: ResolveHost;
}): GuardedFetch {
  const { allowedHosts, timeoutMs = 20_000, maxBytes = 8 * 1024 * 1024, resolve = resolveHost } = options;
  const dispatcher = new Agent({
    connect: guardedConnector({ allowedHosts, timeoutMs, resolve }),
    // The deadline below bounds the whole request; undici's own limits would end a slow response with another error.
    headersTimeout: 0,
    bodyTimeout: 0,
  });

  return async (url, { headers = {}, signal } = {}) => {
    const deadline = new AbortController();
    const timer = setTimeout(() => deadline.abort(), timeoutMs);
    const stop = signal ? AbortSignal.any([signal, deadline.signal]) : deadline.signal;
    try {
      const { response, finalUrl, moved } = await follow({ url, headers, dispatcher, stop });
      const body = await readBody(response, maxBytes);
      return {
        url: finalUrl.href,
        permanentUrl: moved ? finalUrl.href : null,
        status: response.status,
        headers: response.headers,
        body,
      };
    } catch (error) {
      if (signal?.aborted) throw signal.reason;
      if (deadline.signal.aborted) {
        throw new AppError('fetch_timeout', `${hostOf(url)} did not respond within ${timeoutMs / 1000} s.`);
      }
      throw explain(error, url);
    } finally {
      clearTimeout(timer);
    }
  };
}

async function follow(request: {
  url: string;
  headers: Record<string, string>;
  dispatcher: Agent;
  stop: AbortSignal;
}): Promise<{ response: Response; finalUrl: URL; moved: boolean }> {
  const { dispatcher, stop: signal } = request;
  let headers = request.headers;
  let url = checkUrl(request.url);
  let permanent = true;
  for (let hop = 0; hop <= maxRedirects; hop++) {
    const response = await fetch(url, { dispatcher, headers, signal, redirect: 'manual' });
    const location = redirectStatuses.has(response.status) ? response.headers.get('location') : null;
    if (location === null) return { response, finalUrl: url, moved: permanent && hop > 0 };
    await response.body?.cancel();
    const next = checkUrl(location, url);
    permanent &&= permanentStatuses.has(response.status);
    headers = headersFor(next, url, headers);
    url = next;
  }
  throw new AppError('fetch_failed', `${url.host} redirects more than ${maxRedirects} times.`);
}

function checkUrl(address: string, base?: URL): URL {
  const url = URL.parse(address, base?.href);
  if (!url)
    throw new AppError('fetch_refused', 'This is not a URL. Enter one such as https://example.com/page.');
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw new AppError('fetch_refused', `Only http and https URLs can be fetched, not "${url.protocol}".`);
  }
  if (url.username || url.password) {
    throw new AppError('fetch_refused', 'The URL contains a user name or password. Remove it.');
  }
  return url;
}

/** Drops the credentials when a redirect leaves the origin. Going from https to http leaves it, too. */
export function headersFor(next: URL, from: URL, headers: Record<string, string>): Record<string, string> {
  if (next.origin === from.origin) return headers;
  return Object.fromEntries(
    Object.entries(headers).filter(([name]) => !credentialHeaders.has(name.toLowerCase())),
  );
}

/** Counts decompressed bytes, so that a small response that unpacks to gigabytes is stopped early. */
async function readBody(response: Response, maxBytes: number): Promise<Uint8Array> {
  if (Number(response.headers.get('content-length')) > maxBytes) {
    await response.body?.cancel();
    throw tooLarge(response, maxBytes);
  }
  let buffer = new Uint8Array(65_536);
  let size = 0;
  for await (const chunk of response.body ?? []) {
    const needed = size + chunk.byteLength;
    if (needed > maxBytes) throw tooLarge(response, maxBytes);
    if (needed > buffer.byteLength) {
      const larger = new Uint8Array(Math.max(needed, buffer.byteLength * 2));
      larger.set(buffer);
      buffer = larger;
    }
    buffer.set(chunk, size);
    size = needed;
  }
  return buffer.subarray(0, size);
}

function tooLarge(response: Response, maxBytes: number): AppError {
  const limit = `${Math.round((maxBytes / 1024 / 1024) * 10) / 10} MiB`;
  return new AppError(
    'fetch_too_large',
    `The response from ${hostOf(response.url)} is larger than ${limit}.`,
  );
}

function explain(error: unknown, url: string): AppError {
  const chain = causesOf(error);
  const known = chain.find((cause) => cause instanceof AppError);
  if (known) return known;
  const host = hostOf(url);
  const code = chain.map(codeOf).findLast((each) => each !== null) ?? null;
  const last = chain.at(-1);
  const reason = code ?? (last instanceof Error ? last.message : 'unknown reason');
  const message = messages.get(code ?? '')?.(host) ?? `${host} could not be fetched (${reason}).`;
  const timedOut = code === 'UND_ERR_CONNECT_TIMEOUT' || code === 'ETIMEDOUT';
  return new AppError(timedOut ? 'fetch_timeout' : 'fetch_failed', message, { cause: error });
}

const messages = new Map(
  Object.entries<(host: string) => string>({
    ENOTFOUND: (host) => `The host ${host} was not found.`,
    EAI_AGAIN: (host) => `The host name ${host} could not be resolved. Check your internet connection.`,
    ECONNREFUSED: (host) => `${host} refused the connection.`,
    ECONNRESET: (host) => `${host} closed the connection.`,
    UND_ERR_SOCKET: (host) => `${host} closed the connection in the middle of its response.`,
    UND_ERR_CONNECT_TIMEOUT: (host) => `${host} did not accept a connection in time.`,
    ETIMEDOUT: (host) => `${host} did not accept a connection in time.`,
  }),
);

function causesOf(error: unknown): unknown[] {
  const chain: unknown[] = [];
  for (let cause = error; cause instanceof Error && chain.length < 10; cause = cause.cause) {
    chain.push(cause);
    if (cause instanceof AggregateError) chain.push(...cause.errors);
  }
  return chain;
}

function codeOf(error: unknown): string | null {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : null;
}

function hostOf(url: string): string {
  return URL.parse(url)?.host || 'The URL';
}

type Addresses = { address: string; family: number }[];
type ResolveHost = (hostname: string) => Promise<Addresses>;

const resolveHost: ResolveHost = (hostname) => dnsLookup(hostname, { all: true });

/**
 * Connects to public addresses and to the allowed hosts. Names are resolved here and every address is checked. The
 * socket gets the checked addresses, so that a second answer of the name server cannot lead elsewhere.
 */
export function guardedConnector(options: {
  allowedHosts: string[];
  timeoutMs: number;
  resolve: ResolveHost;
}): buildConnector.connector {
  const allowed = new Set(options.allowedHosts.map((host) => bracket(host.trim().toLowerCase())));
  const connectTo = (addresses: Addresses) =>
    buildConnector({
      timeout: options.timeoutMs,
      allowH2: false,
      lookup: (_hostname, wanted, callback) => {
        if (wanted.all) return callback(null, addresses);
        const [first] = addresses;
        return callback(null, first?.address ?? '', first?.family);
      },
    });

  async function checkedAddresses(target: buildConnector.Options) {
    const hostname = target.hostname.replace(/^\[|\]$/g, '').toLowerCase();
    const port = target.port || (target.protocol === 'https:' ? '443' : '80');
    const host = bracket(hostname);
    const addresses = await addressesOf(hostname, options.resolve);
    if (allowed.has(host) || allowed.has(`${host}:${port}`)) return addresses;
    const refused = addresses.find(({ address }) => !isPublicAddress(address));
    if (refused) throw refuse(host, port, refused.address);
    return addresses;
  }

  async function connect(target: buildConnector.Options, callback: buildConnector.Callback) {
    try {
      const addresses = await checkedAddresses(target);
      connectTo(addresses)(target, callback);
    } catch (error) {
      callback(error as Error, null);
    }
  }

  return (target, callback) => void connect(target, callback);
}

async function addressesOf(hostname: string, resolve: ResolveHost) {
  const family = isIP(hostname);
  const addresses = family ? [{ address: hostname, family }] : await resolve(hostname);
  if (addresses.length === 0) throw Object.assign(new Error('no address'), { code: 'ENOTFOUND' });
  return addresses;
}

function refuse(host: string, port: string, address: string): AppError {
  const through = bracket(address) === host ? '' : ` (it resolves to ${address})`;
  return new AppError(
    'fetch_refused',
    `${host} is not a public address${through}. If you trust it, add ${host}:${port} to PRECIS_ALLOW_HOSTS.`,
    { details: { host: `${host}:${port}` } },
  );
}

function bracket(host: string): string {
  return isIPv6(host) ? `[${host}]` : host;
}

const globalUnicastV6: [ipaddr.IPv6, number] = [ipaddr.IPv6.parse('2000::'), 3];

/**
 * True only for addresses of the public internet. False for private, loopback, link-local, unique-local,
 * carrier-grade NAT, multicast and reserved addresses, and for IPv6 forms that contain an IPv4 address.
 */
export function isPublicAddress(address: string): boolean {
  if (!isIP(address)) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== 'unicast') return false;
  return parsed instanceof ipaddr.IPv4 || parsed.match(globalUnicastV6);
}
