import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Context, MiddlewareHandler } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import type { Log } from '#engine/ports.ts';
import { AppError } from '#schema/app-error.ts';
import { backOff } from '#schema/back-off.ts';
import { isApi } from './guard.ts';

/**
 * The name of the login cookie. Browsers send a cookie to every port of its host, so it must not contain the token
 * itself.
 */
const cookieName = 'precis';
const cookiePlace = { httpOnly: true, sameSite: 'Strict', path: '/' } as const;

interface RequireTokenOptions {
  token: string;
  logins: Logins;
  log: Log;
}

/**
 * Requires the token with every API request, as a bearer token or as the login cookie that a browser gets by opening
 * `/?token=…` once. The web app's own files are not secret.
 */
export function requireToken({ token, logins, log }: RequireTokenOptions): MiddlewareHandler {
  const guesses = createGuessDelay(log);

  return async (c, next) => {
    if (isApi(c.req.path)) {
      const bearer = readBearer(c.req.header('authorization'));
      if (bearer === undefined) await requireLogin(c);
      else if (!isSame(bearer, token)) await refuse(c, 'A valid token is required.');
      return next();
    }
    const given = c.req.query('token');
    if (given === undefined) return next();
    if (!isSame(given, token)) await refuse(c, 'The token in the URL is not valid.');
    setCookie(c, cookieName, await logins.open(), { ...cookiePlace, maxAge: loginSeconds });
    c.header('Cache-Control', 'no-store');
    return c.redirect(withoutToken(c), 303);
  };

  async function requireLogin(c: Context): Promise<void> {
    const id = loginOf(c);
    if (id === undefined) throw new AppError('unauthorized', 'A valid token is required.');
    const state = await logins.check(id);
    if (state === 'valid') return;
    // The cookie is deleted, so that a browser does not send it again.
    forgetLogin(c);
    if (state === 'over')
      throw new AppError('unauthorized', 'This login has ended. Open Precis with its token.');
    await refuse(c, 'A valid token is required.');
  }

  async function refuse(c: Context, message: string): Promise<never> {
    await guesses.wait(c.req.raw.signal);
    throw new AppError('unauthorized', message);
  }
}

/** Returns the id of the login that a browser sends, or undefined without one. */
export function loginOf(c: Context): string | undefined {
  return getCookie(c, cookieName) || undefined;
}

export function forgetLogin(c: Context): void {
  deleteCookie(c, cookieName, cookiePlace);
}

export function readBearer(authorization: string | undefined): string | undefined {
  return /^Bearer +(.+)$/i.exec(authorization ?? '')?.[1];
}

/** Compares digests, which have equal length, so timing does not reveal even the token's length. */
function isSame(given: string, expected: string): boolean {
  return timingSafeEqual(digest(given), digest(expected));
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

function withoutToken(c: Context): string {
  const { pathname, searchParams } = new URL(c.req.url);
  searchParams.delete('token');
  // A Location of `//host/` would lead to another server.
  const path = pathname.replace(/^\/+/, '/');
  return searchParams.size === 0 ? path : `${path}?${searchParams.toString()}`;
}

/** People mistype, so this many wrong tokens are answered immediately. */
const freeGuesses = 3;
const delays = { firstMs: 250, maxMs: 5000 };
/** After this long without a wrong token, the next one counts as a typo again. */
const forgetAfterMs = 60_000;
const linePerGuesses = 1000;

interface GuessDelay {
  /** Waits before a wrong token is answered. The wait ends early if the client disconnects. */
  wait(signal: AbortSignal): Promise<void>;
}

/**
 * Makes each wrong token wait longer than the one before, for all clients together. Nothing is stored per client, so
 * no storage can fill up. Valid tokens never wait, so guessing cannot lock anyone out.
 */
function createGuessDelay(log: Log): GuessDelay {
  let wrong = 0;
  let lastAt = 0;

  return {
    async wait(signal) {
      const now = performance.now();
      if (now - lastAt > forgetAfterMs) wrong = 0;
      lastAt = now;
      wrong += 1;
      if (wrong === freeGuesses + 1 || wrong % linePerGuesses === 0)
        log.warn({ wrong }, 'repeated requests with invalid tokens');
      if (wrong <= freeGuesses) return;
      const delayMs = backOff(wrong - freeGuesses - 1, delays);
      // The wait is aborted when the client has disconnected.
      await sleep(delayMs, undefined, { signal, ref: false }).catch(() => {});
    },
  };
}

/** Stores logins. All processes on one database accept each other's logins. */
export interface LoginStore {
  /** Adds a login and deletes the logins that have expired by then. */
  addLogin(login: { idHash: string; tokenMark: string; createdAt: number; expiresAt: number }): Promise<void>;
  findLogin(idHash: string): Promise<{ tokenMark: string; expiresAt: number } | null>;
  deleteLogin(idHash: string): Promise<void>;
  deleteLogins(): Promise<void>;
}

export interface Logins {
  /** Opens a login and returns its id, which is stored only in the cookie. */
  open(): Promise<string>;
  /** `over` means that the id was a login until it expired or the token was changed. */
  check(id: string): Promise<'valid' | 'over' | 'unknown'>;
  close(id: string): Promise<void>;
  closeAll(): Promise<void>;
}

/** A login lasts a month, so that people rarely have to log in. */
export const loginSeconds = 30 * 24 * 60 * 60;

const idBytes = 32;
const idForm = /^[\w-]{43}$/;

interface LoginsOptions {
  store: LoginStore;
  token: string;
  now(): number;
}

/**
 * Makes the logins of browsers. The database has a hash of each id and a mark of the token, salted with the id. It
 * reveals neither of them, and a login ends when the token changes.
 */
export function createLogins({ store, token, now }: LoginsOptions): Logins {
  const markOf = (id: string) => createHmac('sha256', id).update(token).digest('base64url');

  return {
    async open() {
      const id = randomBytes(idBytes).toString('base64url');
      const createdAt = now();
      const expiresAt = createdAt + loginSeconds * 1000;
      await store.addLogin({ idHash: hashOf(id), tokenMark: markOf(id), createdAt, expiresAt });
      return id;
    },

    async check(id) {
      const login = idForm.test(id) ? await store.findLogin(hashOf(id)) : null;
      if (login === null) return 'unknown';
      const isOfToken = timingSafeEqual(Buffer.from(login.tokenMark), Buffer.from(markOf(id)));
      return isOfToken && now() < login.expiresAt ? 'valid' : 'over';
    },

    close: (id) => store.deleteLogin(hashOf(id)),
    closeAll: () => store.deleteLogins(),
  };
}

function hashOf(id: string): string {
  return createHash('sha256').update(id).digest('base64url');
}
