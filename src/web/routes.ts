import { createRootRoute, createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router';
import { parseRunsSearch } from './runs/runs-search.ts';
import { CrashedScreen } from './shell/crashed-screen.tsx';
import { NotFoundScreen } from './shell/not-found-screen.tsx';
import { Shell } from './shell/shell.tsx';
import { SummarizeScreen } from './summarize/summarize-screen.tsx';

const rootRoute = createRootRoute({ component: Shell });

const summarizeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  component: SummarizeScreen,
});

const runsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/runs',
  validateSearch: parseRunsSearch,
  component: lazyRouteComponent(() => import('./runs/runs-screen.tsx'), 'RunsScreen'),
});

export function createAppRouter() {
  return createRouter({
    routeTree: rootRoute.addChildren([summarizeRoute, runsRoute]),
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
