import type { MiddlewareHandler } from 'hono';
import { secureHeaders } from 'hono/secure-headers';

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

/** DNS prefetch is off among them: Chromium would look up the host of every link in an article. */
const setCommonHeaders = secureHeaders({
  xFrameOptions: 'DENY',
  // Precis is often reached over plain HTTP, and a host may serve other things.
  strictTransportSecurity: false,
});

export const securityHeaders: MiddlewareHandler = async (c, next) => {
  await setCommonHeaders(c, next);
  if (!c.res.headers.has('content-security-policy'))
    c.header('Content-Security-Policy', contentSecurityPolicy);
  if (!c.res.headers.has('cache-control')) c.header('Cache-Control', 'no-store');
};
