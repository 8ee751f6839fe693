import { type Query, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { type Client, createClient } from '#client/create-client.ts';
import { wait } from '#client/wait.ts';
import { AppError } from '#schema/app-error.ts';
import { buildHeader } from '#schema/headers.ts';
import type { Change } from '#schema/wire.ts';
import { ClientProvider } from './api/client-provider.tsx';
import {
  type Reachability,
  ReachabilityProvider,
  watchReachability,
  watchWhileVisible,
} from './api/connection.ts';
import { queryKeys } from './api/queries.ts';
import { AppSessionProvider } from './app-session/app-session-provider.tsx';
import { type AppSession, createAppSession, type SessionChannel } from './app-session/create-app-session.ts';
import { untilIdle } from './controls/lazy.ts';
import { readKept, writeKept } from './kept-state.ts';
import { clearDevice } from './offline/clear-device.ts';
import { createOffline, type Offline } from './offline/create-offline.ts';
import { OfflineProvider } from './offline/offline-provider.tsx';
import { createAppRouter } from './routes.ts';
import { loadFirstCatalogue, StringsProvider } from './strings/strings-provider.tsx';
import { loadInterfaceFace } from './theme/load-face.ts';

interface AppPlace {
  root: Element;
  fetch(input: Request, init?: RequestInit): Promise<Response>;
  /** The version of the app. Responses from a server of the same version are not validated again. */
  build: string;
}

/** Renders the app and returns a function that removes it. */
export function renderApp({ root, fetch, build }: AppPlace): () => void {
  const reachability = watchReachability({ fetch, healthUrl: '/api/health' });
  const offline = openOffline(reachability);
  const client = createClient({
    fetch: offline?.fetch ?? reachability.fetch,
    isSameBuild: ({ headers }) => headers.get(buildHeader) === build,
  });
  const queryClient = createQueryClient();
  // The change stream starts before screens request data; data loaded before it opens is loaded twice.
  const stopWatching = watchWhileVisible((signal) => watchLists({ client, queryClient, signal }));
  const router = createAppRouter();
  const session = openAppSession(build);
  const shown = createRoot(root);
  let isEnded = false;

  async function render(): Promise<void> {
    const [first] = await Promise.all([loadFirstCatalogue(), loadInterfaceFace()]);
    if (isEnded) return;
    shown.render(
      <StrictMode>
        <StringsProvider first={first}>
          <ReachabilityProvider value={reachability}>
            <OfflineProvider value={offline}>
              <ClientProvider value={client}>
                <QueryClientProvider client={queryClient}>
                  <AppSessionProvider value={session}>
                    <RouterProvider router={router} />
                  </AppSessionProvider>
                </QueryClientProvider>
              </ClientProvider>
            </OfflineProvider>
          </ReachabilityProvider>
        </StringsProvider>
      </StrictMode>,
    );
  }

  void render();
  return () => {
    isEnded = true;
    stopWatching();
    shown.unmount();
    queryClient.clear();
  };
}

const maxRetries = 2;

/** The server's change stream keeps shown data current, so nothing is refetched because of age or focus. */
function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: Number.POSITIVE_INFINITY,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        networkMode: 'always',
        retry: (failures, error) => failures < maxRetries && error instanceof AppError && error.retry,
      },
      mutations: { networkMode: 'always', retry: false },
    },
  });
}

const keyOf = (key: string) => `precis.offline.${key}`;

/** Null if the browser cannot store data: on plain HTTP from another machine, and in some private windows. */
function openOffline(reachability: Reachability): Offline | null {
  if (!canKeep()) return null;
  const offline = createOffline({
    reachability,
    loadDevice: () => import('./offline/device.ts'),
    clearDevice,
    read: (key) => readKept('local', keyOf(key)),
    write: (key, value) => writeKept('local', keyOf(key), value),
    now: () => Date.now(),
    isVisible: () => document.visibilityState === 'visible',
    untilIdle,
    wait: (ms) => wait(ms, undefined),
  });
  window.addEventListener('storage', ({ key }) => {
    // The key is null when all of local storage was cleared.
    if (key === null || key.startsWith(keyOf(''))) offline.readAgain();
  });
  return offline;
}

function canKeep(): boolean {
  return 'serviceWorker' in navigator && 'locks' in navigator && Boolean(globalThis.indexedDB);
}

const name = 'precis.session';

function openAppSession(build: string): AppSession {
  const session = createAppSession({
    build,
    read: () => readKept('session', name),
    write: (kept) => writeKept('session', name, kept),
    openChannel,
    now: () => Date.now(),
    wasDiscarded: 'wasDiscarded' in document && document.wasDiscarded === true,
  });
  window.addEventListener('pagehide', () => session.leave());
  window.addEventListener('pageshow', (event) => {
    if (event.persisted) session.comeBack();
  });
  return session;
}

function openChannel(): SessionChannel | null {
  try {
    const channel = new BroadcastChannel(name);
    return {
      // A BroadcastChannel takes no target origin: only pages of this origin receive its messages.
      // oxlint-disable-next-line unicorn/require-post-message-target-origin
      send: (message) => channel.postMessage(message),
      onMessage: (listener) => channel.addEventListener('message', ({ data }) => listener(data)),
      close: () => channel.close(),
    };
  } catch {
    // BroadcastChannel is missing, or blocked because the browser stores nothing.
    return null;
  }
}

const restartMs = 2000;
/** Changes are batched for this long, so that a hundred short runs cause a few refetches, not hundreds. */
const gatherMs = 200;

interface Watching {
  client: Pick<Client, 'changes'>;
  queryClient: Pick<QueryClient, 'getQueryCache' | 'invalidateQueries' | 'isFetching' | 'isMutating'>;
  signal: AbortSignal;
}

/**
 * Refetches what the server reports as changed. After connecting, everything counts as changed, because changes
 * during the disconnection are unknown; data requested after connecting is not refetched.
 */
export async function watchLists({ client, queryClient, signal }: Watching): Promise<void> {
  const gathered = new Map<Change['what'], number>();
  const requestedAt = new WeakMap<Query, number>();
  const forget = queryClient.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'fetch') return;
    // Loading a further page does not refresh the pages before it.
    if (event.action.meta?.fetchMore === undefined) requestedAt.set(event.query, performance.now());
  });

  function gather(what: Change['what'], toldAt: number): void {
    gathered.set(what, toldAt);
    if (gathered.size === 1) setTimeout(readAnew, gatherMs);
  }

  function readAnew(): void {
    const waiting = [...gathered];
    gathered.clear();
    for (const [what, toldAt] of waiting) {
      const older = {
        queryKey: queryKeys.changed(what),
        predicate: (query: Query) => (requestedAt.get(query) ?? 0) <= toldAt,
      };
      // Refetching now would cancel a fetch in progress, for example the next page the user asked for, and a response
      // from before a pending change would undo that change on screen.
      if (queryClient.isFetching(older) > 0 || isChanging(what)) gather(what, toldAt);
      else void queryClient.invalidateQueries(older);
    }
  }

  function isChanging(what: Change['what']): boolean {
    return queryClient.isMutating({ mutationKey: [what] }) > 0;
  }

  while (!signal.aborted) {
    try {
      for await (const { what } of client.changes({ signal })) gather(what, performance.now());
    } catch {
      // The client gave up for now. The connection notice informs the user, and this loop retries.
    }
    await wait(restartMs, signal);
  }
  forget();
}
