import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createClient } from '#client/create-client.ts';
import { buildHeader } from '#schema/headers.ts';
import { ClientProvider } from './api/client-provider.tsx';
import { createQueryClient } from './api/create-query-client.ts';
import { watchReachability } from './api/reachability.ts';
import { ReachabilityProvider } from './api/reachability-provider.tsx';
import { watchLists } from './api/watch-lists.ts';
import { watchWhileVisible } from './api/watch-while-visible.ts';
import { AppSessionProvider } from './app-session/app-session-provider.tsx';
import { openAppSession } from './app-session/open-app-session.ts';
import { OfflineProvider } from './offline/offline-provider.tsx';
import { openOffline } from './offline/open-offline.ts';
import { createAppRouter } from './routes.ts';
import { loadFirstCatalogue, StringsProvider } from './strings/strings-provider.tsx';
import { loadInterfaceFace } from './theme/load-face.ts';

interface AppPlace {
  root: Element;
  fetch(input: Request, init?: RequestInit): Promise<Response>;
  /** Names the version of the app: answers of a server with the same one are taken as they are. */
  build: string;
}

/** Returns how to end it. */
export function renderApp({ root, fetch, build }: AppPlace): () => void {
  const reachability = watchReachability({ fetch, healthUrl: '/api/health' });
  const offline = openOffline(reachability);
  const client = createClient({
    fetch: offline?.fetch ?? reachability.fetch,
    isSameBuild: ({ headers }) => headers.get(buildHeader) === build,
  });
  const queryClient = createQueryClient();
  // Before the screens ask for anything: what they load before the stream is open is loaded twice.
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
