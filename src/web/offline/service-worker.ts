/**
 * Caches the app's own files, so that it opens without the server. It never handles API requests: the page stores
 * what people read, and signing out deletes it.
 */

interface LifecycleEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}

interface FetchEvent extends LifecycleEvent {
  readonly request: Request;
  respondWith(response: Promise<Response>): void;
}

/** Declared by hand, because TypeScript's worker types conflict with its DOM types. */
interface WorkerScope {
  /** The build prepends this value to the script. */
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
/** Every URL that is not a file is served with this page. */
const page = '/';
/** After this time the server is considered hung, and the cached page is served. */
const patienceMs = 10_000;

worker.addEventListener('install', (event) => event.waitUntil(install()));
worker.addEventListener('activate', (event) => event.waitUntil(removeOthers()));
// A page sends a message when it starts, because the user or the browser may have deleted the cache.
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
  // Pages come from the server while it responds, so the next load gets all files from one version.
  await worker.skipWaiting();
}

/** Caches all files or none, so that a version with a missing file never takes over. */
async function fill(): Promise<void> {
  const cache = await caches.open(cacheName);
  // Files with a content hash in their name may come from the browser's cache; others are revalidated.
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

/** Uses `caches.match`, because opening the cache would recreate it after it was deleted. */
function readKept(path: string): Promise<Response | undefined> {
  return caches.match(path, { cacheName, ignoreVary: true });
}

/** Whether a proxy answered for a server that is down. */
function isStandIn({ status }: Response): boolean {
  return status >= 502 && status <= 504;
}
