import type { MiddlewareHandler } from 'hono';

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

export const securityHeaders: MiddlewareHandler = async (c, next) => {
  await next();
  if (!c.res.headers.has('content-security-policy'))
    c.header('Content-Security-Policy', contentSecurityPolicy);
  c.header('X-Content-Type-Options', 'nosniff');
  c.header('X-Frame-Options', 'DENY');
  c.header('Referrer-Policy', 'no-referrer');
  // Without it Chromium looks up the host of every link in an article.
  c.header('X-DNS-Prefetch-Control', 'off');
  c.header('Cross-Origin-Opener-Policy', 'same-origin');
  c.header('Cross-Origin-Resource-Policy', 'same-origin');
  if (!c.res.headers.has('cache-control')) c.header('Cache-Control', 'no-store');
};
