import type { HonoRequest, MiddlewareHandler } from 'hono';
import { AppError } from '#schema/app-error.ts';
import { buildHeader } from '#schema/headers.ts';

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Refuses requests from foreign pages. A browser that shows such a page can reach a server on loopback. It uses the
 * address, or a name that resolves to it (DNS rebinding). Only Host, Origin and content type distinguish these
 * requests.
 */
export function guard({ allowedHosts }: { allowedHosts: string[] }): MiddlewareHandler {
  const hosts = new Set(allowedHosts.map((host) => host.toLowerCase()));

  return async ({ req }, next) => {
    const host = req.header('host');
    // Only a call in this process has no Host. `listen` refuses every request over a socket that does not name
    // exactly one host.
    if (host !== undefined && !hosts.has(host.toLowerCase())) {
      throw new AppError(
        'foreign_host',
        'This server does not accept requests for the host in the Host header.',
      );
    }
    const origin = req.header('origin');
    if (origin !== undefined && !isOwn(origin, hosts)) {
      throw new AppError('foreign_host', 'The request comes from a page on another origin.');
    }
    if (isApi(req.path)) refuseOtherPages(req);
    await next();
  };
}

function refuseOtherPages(req: HonoRequest): void {
  const site = req.header('sec-fetch-site');
  if (site === 'cross-site' || site === 'same-site') {
    throw new AppError('foreign_host', 'The request comes from a page on another site.');
  }
  if (!safeMethods.has(req.method)) requireJson(req);
}

/**
 * Says whether a path belongs to the API. Two addresses are not under `/api`, because programs for MCP and
 * opencode-mem know them.
 */
export function isApi(path: string): boolean {
  return path === '/api' || path.startsWith('/api/') || path === '/mcp' || path === '/stream';
}

function isOwn(origin: string, hosts: Set<string>): boolean {
  // Behind a proxy with TLS, the page's own scheme is https.
  const host = /^https?:\/\/(.+)$/.exec(origin.toLowerCase())?.[1];
  return host !== undefined && hosts.has(host);
}

/** Requires JSON. A form or a `no-cors` fetch on any page can send every other type without asking first. */
function requireJson(req: HonoRequest): void {
  const type = req.header('content-type');
  const hasBody =
    req.header('transfer-encoding') !== undefined || Number(req.header('content-length') ?? 0) > 0;
  if (type === undefined ? !hasBody : /^application\/json\s*(;|$)/i.test(type)) return;
  throw new AppError('invalid_input', 'Content-Type: send the body as application/json.');
}

const contentSecurityPolicy = [
  "default-src 'self'",
  // Images of articles come through this server, so an article cannot make requests to the reader's own network.
  "img-src 'self' data:",
  // Dialogs and menus of the web app lock scrolling with style elements that they write themselves.
  "style-src 'self' 'unsafe-inline'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');

/**
 * The headers of every response. Strict-Transport-Security is absent, because Precis is often reached over plain HTTP
 * and a host may also serve other things.
 */
const fixedHeaders = {
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Origin-Agent-Cluster': '?1',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  // Without this header, Chromium would look up the host of every link in an article.
  'X-DNS-Prefetch-Control': 'off',
  'X-Download-Options': 'noopen',
  'X-Frame-Options': 'DENY',
  'X-Permitted-Cross-Domain-Policies': 'none',
  'X-XSS-Protection': '0',
};

/** The headers of every response whose route does not set them. */
const usualHeaders = {
  'Content-Security-Policy': contentSecurityPolicy,
  'Cache-Control': 'no-store',
};

/** Adds the headers. `build` identifies the web app; see `readWebBuild`. */
export function addHeaders(build: string | null): MiddlewareHandler {
  const fixed = Object.entries({ ...fixedHeaders, ...(build === null ? {} : { [buildHeader]: build }) });
  const usual = Object.entries(usualHeaders);
  return async (c, next) => {
    await next();
    const { headers } = c.res;
    for (const [name, value] of fixed) headers.set(name, value);
    for (const [name, value] of usual) if (!headers.has(name)) headers.set(name, value);
  };
}
