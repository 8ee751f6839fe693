import { createRootRoute, createRoute, createRouter, redirect } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import { lazyPart } from './controls/lazy.ts';
import { readKept } from './kept-state.ts';
import { parseReaderSearch } from './reader/place.ts';
import { ReaderScreen } from './reader/reader-screen.tsx';
import { parseSharedSearch } from './reader/share/parse-shared.ts';
import { lastPlaceKey } from './reader/use-place.ts';
import { parseRunsSearch } from './runs/runs-search.ts';
import { parseSessionsSearch } from './sessions/sessions-search.ts';
import { parseSettingsSearch } from './settings/settings-search.ts';
import { CrashedScreen, NotFoundScreen } from './shell/fallback-screens.tsx';
import { Shell } from './shell/shell.tsx';
import { parseSpacesSearch } from './spaces/spaces-search.ts';

/** An explicit type, because the screens use the types of these routes, which would make inference circular. */
type Screen = ComponentType;

const rootRoute = createRootRoute({ component: Shell });

/** Redirects to the last place in the Reader that this tab showed. */
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

/** The manifest sends content shared from other apps to this route. */
const shareRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/share',
  validateSearch: parseSharedSearch,
  component: lazyPart(
    async (): Promise<Screen> => (await import('./reader/share/share-screen.tsx')).ShareScreen,
  ),
});

const spacesRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/spaces',
  validateSearch: parseSpacesSearch,
  component: lazyPart(async (): Promise<Screen> => (await import('./spaces/spaces-screen.tsx')).SpacesScreen),
});

const spacesIndexRoute = createRoute({ getParentRoute: () => spacesRoute, path: '/' });

const threadRoute = createRoute({ getParentRoute: () => spacesRoute, path: '/thread/$threadId' });

const conversationsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/conversations',
  component: lazyPart(
    async (): Promise<Screen> =>
      (await import('./conversations/conversations-screen.tsx')).ConversationsScreen,
  ),
});

const conversationsIndexRoute = createRoute({ getParentRoute: () => conversationsRoute, path: '/' });

const conversationRoute = createRoute({
  getParentRoute: () => conversationsRoute,
  path: '/$conversationId',
});

const sessionsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sessions',
  validateSearch: parseSessionsSearch,
  component: lazyPart(
    async (): Promise<Screen> => (await import('./sessions/sessions-screen.tsx')).SessionsScreen,
  ),
});

const sessionsIndexRoute = createRoute({ getParentRoute: () => sessionsRoute, path: '/' });

const sessionRoute = createRoute({ getParentRoute: () => sessionsRoute, path: '/$sessionId' });

const runsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/runs',
  validateSearch: parseRunsSearch,
  component: lazyPart(async (): Promise<Screen> => (await import('./runs/runs-screen.tsx')).RunsScreen),
});

const settingsIndexRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/settings',
  beforeLoad: () => {
    throw redirect({ to: '/settings/$section', params: { section: 'models' }, search: {}, replace: true });
  },
});

const settingsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/settings/$section',
  validateSearch: parseSettingsSearch,
  component: lazyPart(
    async (): Promise<Screen> => (await import('./settings/settings-screen.tsx')).SettingsScreen,
  ),
});

export function createAppRouter() {
  return createRouter({
    routeTree: rootRoute.addChildren([
      indexRoute,
      readerRoute,
      shareRoute,
      spacesRoute.addChildren([spacesIndexRoute, threadRoute]),
      conversationsRoute.addChildren([conversationsIndexRoute, conversationRoute]),
      sessionsRoute.addChildren([sessionsIndexRoute, sessionRoute]),
      runsRoute,
      settingsIndexRoute,
      settingsRoute,
    ]),
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
