import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, resolve, sep } from 'node:path';
import type { Context, Handler } from 'hono';
import { etag } from 'hono/etag';
import { getMimeType } from 'hono/utils/mime';
import { AppError } from '#schema/app-error.ts';
import { chooseEncodings, type Encoding } from './choose-encoding.ts';

/** The build puts a hash of the content into these names, so the content behind a name never changes. */
const hashedAsset = /^\/assets\/.+-[\w-]{8,}\.\w+$/;

/** The build stores the encoded forms of a file beside it, with these suffixes. */
const suffixes: Record<Encoding, string> = { br: '.br', gzip: '.gz' };

const notBuilt = 'The web app is not built. Run "npm run build", then restart Precis.\n';

/** The limit is twice the number of files, because a file can be requested by many names. */
const mostKept = 400;

type Bytes = Uint8Array<ArrayBuffer>;

interface Sent {
  file: Bytes;
  /** The tag of the bytes as they are sent. Each encoding has its own tag. */
  tag: string;
}

type ReadFile = (path: string, encoding: Encoding | null) => Promise<Sent | null>;

/** Serves the built web app. The addresses of its screens exist only in the app in the browser. */
export function staticFiles(webDir: string | null): Handler {
  const revalidate = etag();
  const read = createReader(webDir ?? '');

  async function answer(c: Context): Promise<Response> {
    if (c.req.method !== 'GET' && c.req.method !== 'HEAD') throw missing(c);
    if (webDir === null) return c.text(notBuilt, 200);
    const path = readPath(c);
    const answered = path === '/' || isEncodedForm(path) ? null : await answerFile(c, read, path);
    if (answered !== null) return answered;
    if (path !== '/' && !isNavigation(c, path)) throw missing(c);
    return (await answerFile(c, read, '/index.html')) ?? c.text(notBuilt, 200);
  }

  return async (c) => {
    await revalidate(c, async () => {
      c.res = await answer(c);
    });
    return c.res;
  };
}

/** Returns the main file of the built web app, whose name has a hash of the whole build, or null if there is none. */
export function readWebBuild(webDir: string | null): string | null {
  try {
    const page = webDir === null ? '' : readFileSync(join(webDir, 'index.html'), 'utf8');
    return /<script [^>]{0,200}src="\/assets\/([\w.-]{1,100})"/.exec(page)?.[1] ?? null;
  } catch {
    return null;
  }
}

/**
 * Keeps files that never change in memory, because a page asks for a dozen of them at once and waits for the last
 * one.
 */
function createReader(webDir: string): ReadFile {
  const kept = new Map<string, Sent>();
  return async (path, encoding) => {
    const name = encoding === null ? path : path + suffixes[encoding];
    const known = kept.get(name);
    if (known !== undefined) return known;
    const file = await readInside(webDir, name);
    if (file === null) return null;
    const sent = { file, tag: tagOf(file) };
    if (hashedAsset.test(path) && kept.size < mostKept) kept.set(name, sent);
    return sent;
  };
}

async function answerFile(c: Context, read: ReadFile, path: string): Promise<Response | null> {
  for (const encoding of [...chooseEncodings(c.req.header('accept-encoding')), null]) {
    const sent = await read(path, encoding);
    if (sent === null) continue;
    return c.body(sent.file, 200, {
      'Cache-Control': hashedAsset.test(path) ? 'public, max-age=31536000, immutable' : 'no-cache',
      Vary: 'Accept-Encoding',
      ETag: sent.tag,
      'Content-Type': getMimeType(path) ?? 'application/octet-stream',
      'Content-Length': String(sent.file.byteLength),
      ...(encoding === null ? {} : { 'Content-Encoding': encoding }),
    });
  }
  return null;
}

function tagOf(file: Bytes): string {
  return `"${createHash('sha256').update(file).digest('base64url').slice(0, 22)}"`;
}

function isEncodedForm(path: string): boolean {
  return Object.values(suffixes).some((suffix) => path.endsWith(suffix));
}

function readPath(c: Context): string {
  try {
    return decodeURIComponent(new URL(c.req.url).pathname);
  } catch {
    throw missing(c);
  }
}

/** Returns null if the file does not exist, or if the path leads out of the directory. */
async function readInside(webDir: string, path: string): Promise<Bytes | null> {
  const root = resolve(webDir);
  const file = resolve(join(root, path));
  if (!file.startsWith(root + sep) || file.includes('\0')) return null;
  try {
    return new Uint8Array(await readFile(file));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== undefined && ['ENOENT', 'EISDIR', 'ENOTDIR', 'ENAMETOOLONG'].includes(code)) return null;
    throw error;
  }
}

function isNavigation(c: Context, path: string): boolean {
  return !path.startsWith('/assets/') && (c.req.header('accept') ?? '').includes('text/html');
}

function missing(c: Context): AppError {
  return new AppError('not_found', `No route matches ${c.req.method} ${c.req.path}.`);
}
