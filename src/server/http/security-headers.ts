import type { MiddlewareHandler } from 'hono';
import { buildHeader } from '#schema/headers.ts';

const contentSecurityPolicy = [
  "default-src 'self'",
  // Images of articles come through this server, so that no article reaches the reader's own network.
  "img-src 'self' data:",
  // Dialogs and menus of the web app lock scrolling by style elements that they write themselves.
  "style-src 'self' 'unsafe-inline'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');

/**
 * Of every response. No Strict-Transport-Security: Precis is often reached over plain HTTP, and a host may serve other
 * things.
 */
const fixedHeaders = {
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Origin-Agent-Cluster': '?1',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  // Chromium would look up the host of every link in an article.
  'X-DNS-Prefetch-Control': 'off',
  'X-Download-Options': 'noopen',
  'X-Frame-Options': 'DENY',
  'X-Permitted-Cross-Domain-Policies': 'none',
  'X-XSS-Protection': '0',
};

/** Unless a route has its own. */
const usualHeaders = {
  'Content-Security-Policy': contentSecurityPolicy,
  'Cache-Control': 'no-store',
};

/** `build`: of the web app; see `readWebBuild`. */
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
