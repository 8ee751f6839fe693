import { lookup as dnsLookup } from 'node:dns/promises';
import { isIP, isIPv6 } from 'node:net';
import { buildConnector } from 'undici';
import { AppError } from '#schema/app-error.ts';
import { isPublicAddress } from './public-address.ts';

type Addresses = { address: string; family: number }[];
export type ResolveHost = (hostname: string) => Promise<Addresses>;

export const resolveHost: ResolveHost = (hostname) => dnsLookup(hostname, { all: true });

/**
 * Connects to public addresses and to the named hosts. Names are resolved here, every address is checked, and the
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
