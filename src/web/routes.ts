import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router';
import { readKept } from './kept/use-kept-state.ts';
import { parseReaderSearch } from './reader/place.ts';
import { ReaderScreen } from './reader/reader-screen.tsx';
import { lastPlaceKey } from './reader/use-place.ts';
import { parseRunsSearch } from './runs/runs-search.ts';
import { CrashedScreen } from './shell/crashed-screen.tsx';
import { NotFoundScreen } from './shell/not-found-screen.tsx';
import { Shell } from './shell/shell.tsx';

const rootRoute = createRootRoute({ component: Shell });

/** The Reader as this tab left it. */
const indexRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  beforeLoad: () => {
    const last = readKept('session', lastPlaceKey);
    if (last?.startsWith('/reader/') === true) throw redirect({ href: last, replace: true });
    throw redirect({ to: '/reader/$view/{-$entryId}', params: { view: 'unread' }, replace: true });
  },
});

const readerRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/reader/$view/{-$entryId}',
  validateSearch: parseReaderSearch,
  component: ReaderScreen,
});

const runsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/runs',
  validateSearch: parseRunsSearch,
  component: lazyRouteComponent(() => import('./runs/runs-screen.tsx'), 'RunsScreen'),
});

export function createAppRouter() {
  return createRouter({
    routeTree: rootRoute.addChildren([indexRoute, readerRoute, runsRoute]),
    defaultPreload: 'intent',
    defaultErrorComponent: CrashedScreen,
    defaultNotFoundComponent: NotFoundScreen,
  });
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}
