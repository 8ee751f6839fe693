import type { MiddlewareHandler } from 'hono';
import { AppError } from '#schema/app-error.ts';

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Keeps foreign pages out. The browser of someone who visits one can reach a server on loopback, by its
 * address or by a name made to resolve to it (DNS rebinding); only Host, Origin and content type distinguish them.
 */
export function guard({ allowedHosts }: { allowedHosts: string[] }): MiddlewareHandler {
  const refuse = refuseForeign(allowedHosts);

  return async (c, next) => {
    refuse({ method: c.req.method, path: c.req.path, header: (name) => c.req.header(name) });
    await next();
  };
}

/** What is known of a request before its body is read. */
export interface Asked {
  method: string;
  path: string;
  header(name: string): string | undefined;
}

/** Throws AppError for a request that the guard keeps out. */
export function refuseForeign(allowedHosts: readonly string[]): (asked: Asked) => void {
  const hosts = new Set(allowedHosts.map((host) => host.toLowerCase()));

  return ({ method, path, header }) => {
    const host = header('host');
    // Every request over a socket has one, or the HTTP parser refused it; only an in-process call has none.
    if (host !== undefined && !hosts.has(host.toLowerCase())) {
      throw new AppError(
        'foreign_host',
        'This server does not accept requests for the host in the Host header.',
      );
    }
    const origin = header('origin');
    if (origin !== undefined && !isOwn(origin, hosts)) {
      throw new AppError('foreign_host', 'The request comes from a page on another origin.');
    }
    if (!isApi(path)) return;
    const site = header('sec-fetch-site');
    if (site === 'cross-site' || site === 'same-site') {
      throw new AppError('foreign_host', 'The request comes from a page on another site.');
    }
    if (!safeMethods.has(method)) requireJson(header);
  };
}

/** The addresses that programs of opencode-mem and of MCP know are not under `/api`. */
export function isApi(path: string): boolean {
  return path === '/api' || path.startsWith('/api/') || path === '/mcp' || path === '/stream';
}

function isOwn(origin: string, hosts: Set<string>): boolean {
  // Behind a proxy that speaks TLS, the page's own scheme is https.
  const host = /^https?:\/\/(.+)$/.exec(origin.toLowerCase())?.[1];
  return host !== undefined && hosts.has(host);
}

/** A form or a `no-cors` fetch of any page can send every other type without asking first. */
function requireJson(header: Asked['header']): void {
  const type = header('content-type');
  const hasBody = header('transfer-encoding') !== undefined || Number(header('content-length') ?? 0) > 0;
  if (type === undefined ? !hasBody : /^application\/json\s*(;|$)/i.test(type)) return;
  throw new AppError('invalid_input', 'Content-Type: send the body as application/json.');
}
