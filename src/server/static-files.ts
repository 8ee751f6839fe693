import { readFile } from 'node:fs/promises';
import { join, resolve, sep } from 'node:path';
import type { Context, Handler } from 'hono';
import { getMimeType } from 'hono/utils/mime';
import { AppError } from '#schema/app-error.ts';

/** The build puts a hash of the content into these names: what is behind one never changes. */
const hashedAsset = /^\/assets\/.+-[\w-]{8,}\.\w+$/;

const notBuilt = 'The web app is not built. Run "npm run build", then start Precis again.\n';

/** The built web app. Its screens are addresses that only the app in the browser knows. */
export function staticFiles(webDir: string | null): Handler {
  return async (c) => {
    if (c.req.method !== 'GET' && c.req.method !== 'HEAD') throw missing(c);
    if (webDir === null) return c.text(notBuilt, 200);
    const path = readPath(c);
    const file = path === '/' ? null : await readInside(webDir, path);
    if (file !== null) return answer(c, { path, file });
    if (path !== '/' && !isNavigation(c, path)) throw missing(c);
    const page = await readInside(webDir, '/index.html');
    if (page === null) return c.text(notBuilt, 200);
    return answer(c, { path: '/index.html', file: page });
  };
}

function answer(c: Context, { path, file }: { path: string; file: Uint8Array<ArrayBuffer> }): Response {
  return c.body(file, 200, {
    'Content-Type': getMimeType(path) ?? 'application/octet-stream',
    'Content-Length': String(file.byteLength),
    'Cache-Control': hashedAsset.test(path) ? 'public, max-age=31536000, immutable' : 'no-cache',
  });
}

function readPath(c: Context): string {
  try {
    return decodeURIComponent(new URL(c.req.url).pathname);
  } catch {
    throw missing(c);
  }
}

/** Null when there is no such file, or when the path leads out of the directory. */
async function readInside(webDir: string, path: string): Promise<Uint8Array<ArrayBuffer> | null> {
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
  return new AppError('not_found', `There is no ${c.req.method} ${c.req.path}.`);
}
