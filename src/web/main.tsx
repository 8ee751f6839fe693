import './forbid-eval.ts';
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
import { readKept } from './kept/use-kept-state.ts';
import { OfflineProvider } from './offline/offline-provider.tsx';
import { openOffline } from './offline/open-offline.ts';
import { createAppRouter } from './routes.ts';
import { loadFirstCatalogue, StringsProvider } from './strings/strings-provider.tsx';
import './theme/app.css';
import { applyLook } from './theme/apply-look.ts';
import { loadInterfaceFace } from './theme/load-face.ts';
import { lookKey, lookParts, parseLook } from './theme/look.ts';

// Before the first paint, which waits for this script, so that dark mode does not flash white.
for (const part of lookParts) applyLook(part, parseLook(part, readKept('local', lookKey(part))));
// Another tab changed it.
window.addEventListener('storage', ({ key, newValue }) => {
  const part = lookParts.find((each) => lookKey(each) === key);
  if (part !== undefined) applyLook(part, parseLook(part, newValue));
});

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root');

/** The name of the main file has a hash of the whole app. */
const build = import.meta.url.slice(import.meta.url.lastIndexOf('/') + 1);

const reachability = watchReachability({
  fetch: (input, init) => window.fetch(input, init),
  healthUrl: '/api/health',
});
const offline = openOffline(reachability);
const client = createClient({
  fetch: offline?.fetch ?? reachability.fetch,
  isSameBuild: ({ headers }) => headers.get(buildHeader) === build,
});
const queryClient = createQueryClient();
// Before the screens ask for anything: what they load before the stream is open is loaded twice.
watchWhileVisible((signal) => watchLists({ client, queryClient, signal }));
const router = createAppRouter();
const session = openAppSession(build);

void Promise.all([loadFirstCatalogue(), loadInterfaceFace()]).then(([first]) =>
  createRoot(root).render(
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
  ),
);
