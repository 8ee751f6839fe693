import { lookup as dnsLookup } from 'node:dns/promises';
import { isIP, isIPv6 } from 'node:net';
import { buildConnector } from 'undici';
import { AppError } from '#schema/app-error.ts';
import { isPublicAddress } from './public-address.ts';

export type ResolveHost = (hostname: string) => Promise<{ address: string; family: number }[]>;

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
  const connectTo = (addresses: { address: string; family: number }[]) =>
    buildConnector({
      timeout: options.timeoutMs,
      allowH2: false,
      lookup: (_hostname, wanted, callback) => {
        if (wanted.all) return callback(null, addresses);
        const [first] = addresses;
        return callback(null, first?.address ?? '', first?.family);
      },
    });

  return (target, callback) => {
    const hostname = target.hostname.replace(/^\[|\]$/g, '').toLowerCase();
    const port = target.port || (target.protocol === 'https:' ? '443' : '80');
    const host = bracket(hostname);
    const isAllowed = allowed.has(host) || allowed.has(`${host}:${port}`);
    addressesOf(hostname, options.resolve)
      .then((addresses) => {
        const refused = isAllowed ? undefined : addresses.find(({ address }) => !isPublicAddress(address));
        if (refused) throw refuse(host, port, refused.address);
        connectTo(addresses)(target, callback);
      })
      .catch((error: Error) => callback(error, null));
  };
}

async function addressesOf(hostname: string, resolve: ResolveHost) {
  const family = isIP(hostname);
  const addresses = family ? [{ address: hostname, family }] : await resolve(hostname);
  if (addresses.length === 0) throw Object.assign(new Error('no address'), { code: 'ENOTFOUND' });
  return addresses;
}

function refuse(host: string, port: string, address: string): AppError {
  const through = bracket(address) === host ? '' : ` (it leads to ${address})`;
  return new AppError(
    'fetch_refused',
    `${host} is not a public address${through}. If you trust it, add ${host}:${port} to PRECIS_ALLOW_HOSTS.`,
    { details: { host: `${host}:${port}` } },
  );
}

function bracket(host: string): string {
  return isIPv6(host) ? `[${host}]` : host;
}
