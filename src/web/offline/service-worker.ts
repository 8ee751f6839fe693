/**
 * Keeps the app's own files, so that it opens without the server. It never touches the API: what people read is kept by
 * the page, where signing out deletes it.
 */

interface LifecycleEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}

interface FetchEvent extends LifecycleEvent {
  readonly request: Request;
  respondWith(response: Promise<Response>): void;
}

/** As far as it is used here: the types of a worker and those of a page exclude each other. */
interface WorkerScope {
  /** Written in front of this script by the build. */
  readonly precisShell: { readonly version: string; readonly files: readonly string[] };
  readonly location: Location;
  skipWaiting(): Promise<void>;
  addEventListener(type: 'install' | 'activate' | 'message', listener: (event: LifecycleEvent) => void): void;
  addEventListener(type: 'fetch', listener: (event: FetchEvent) => void): void;
}

const worker = globalThis as unknown as WorkerScope;
const { version, files } = worker.precisShell;
const prefix = 'precis-';
const cacheName = `${prefix}${version}`;
const kept = new Set(files);
/** The page of every address that is not a file. */
const page = '/';
/** A server that has not answered by then hangs, and the kept page is better than none. */
const patienceMs = 10_000;

worker.addEventListener('install', (event) => event.waitUntil(install()));
worker.addEventListener('activate', (event) => event.waitUntil(removeOthers()));
// A page asks at its start. Its cache may be gone: deleted by the user, or by the browser for want of space.
worker.addEventListener('message', (event) => event.waitUntil(fillIfMissing()));
worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== worker.location.origin) return;
  if (request.mode === 'navigate' && !pathname.startsWith('/api/')) event.respondWith(openPage(request));
  else if (kept.has(pathname) && pathname !== page) event.respondWith(readFile(request, pathname));
});

async function install(): Promise<void> {
  await fill();
  // Pages come from the server while it answers, so the next load has one version throughout.
  await worker.skipWaiting();
}

/** All or nothing: a version of which a file is missing never takes over. */
async function fill(): Promise<void> {
  const cache = await caches.open(cacheName);
  // Names with a hash of their content may come from the browser's cache; the others are asked for again.
  await cache.addAll(
    files.map((file) => new Request(file, { cache: file.startsWith('/assets/') ? 'default' : 'no-cache' })),
  );
}

async function fillIfMissing(): Promise<void> {
  if ((await readKept(page)) === undefined) await fill();
}

async function removeOthers(): Promise<void> {
  for (const name of await caches.keys())
    if (name.startsWith(prefix) && name !== cacheName) await caches.delete(name);
}

async function openPage(request: Request): Promise<Response> {
  const asked = fetch(request);
  const late = new Promise<null>((resolve) => {
    setTimeout(() => resolve(null), patienceMs);
  });
  const answered = await Promise.race([asked.catch(() => null), late]);
  if (answered !== null && !isStandIn(answered)) return answered;
  return (await readKept(page)) ?? answered ?? asked;
}

async function readFile(request: Request, pathname: string): Promise<Response> {
  return (await readKept(pathname)) ?? fetch(request);
}

/** Opening the cache would create it again after it was deleted. */
function readKept(path: string): Promise<Response | undefined> {
  return caches.match(path, { cacheName, ignoreVary: true });
}

/** A proxy answers for a server that is down. */
function isStandIn({ status }: Response): boolean {
  return status >= 502 && status <= 504;
}
