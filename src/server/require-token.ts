import { createHash, timingSafeEqual } from 'node:crypto';
import type { Context, MiddlewareHandler } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import type { Log } from '#engine/ports.ts';
import { AppError } from '#schema/app-error.ts';
import { isApi } from './guard.ts';
import { createGuessDelay } from './guess-delay.ts';

const cookieName = 'precis';
/** A month: long enough not to be a nuisance. */
const cookieSeconds = 30 * 24 * 60 * 60;

/**
 * The API wants the token with every request, as a bearer token or as the cookie that a browser gets by opening
 * `/?token=…` once. The web app's own files are no secret.
 */
export function requireToken({ token, log }: { token: string; log: Log }): MiddlewareHandler {
  const guesses = createGuessDelay(log);
  // Browsers send a cookie to every port of its host; a program listening there must not learn the token itself.
  const cookie = digest(`cookie ${token}`).toString('base64url');

  return async (c, next) => {
    if (isApi(c.req.path)) {
      if (isAllowed(c)) return next();
      if (bearerOf(c) !== undefined) await guesses.wait(c.req.raw.signal);
      throw new AppError('unauthorized', 'A valid token is missing.');
    }
    const given = c.req.query('token');
    if (given === undefined) return next();
    if (!isSame(given, token)) {
      await guesses.wait(c.req.raw.signal);
      throw new AppError('unauthorized', 'The token in the address is not valid.');
    }
    setCookie(c, cookieName, cookie, {
      httpOnly: true,
      sameSite: 'Strict',
      path: '/',
      maxAge: cookieSeconds,
    });
    c.header('Cache-Control', 'no-store');
    return c.redirect(withoutToken(c), 303);
  };

  function isAllowed(c: Context): boolean {
    const bearer = bearerOf(c);
    if (bearer !== undefined) return isSame(bearer, token);
    return isSame(getCookie(c, cookieName) ?? '', cookie);
  }
}

function bearerOf(c: Context): string | undefined {
  return /^Bearer +(.+)$/i.exec(c.req.header('authorization') ?? '')?.[1];
}

/** Digests have one length, so the time taken tells nothing, not even how long the token is. */
function isSame(given: string, expected: string): boolean {
  return timingSafeEqual(digest(given), digest(expected));
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

function withoutToken(c: Context): string {
  const { pathname, searchParams } = new URL(c.req.url);
  searchParams.delete('token');
  // `//host/` in a Location would be another server.
  const path = pathname.replace(/^\/+/, '/');
  return searchParams.size === 0 ? path : `${path}?${searchParams.toString()}`;
}
