import { getRouteApi, useNavigate, useRouterState } from '@tanstack/react-router';
import { useCallback, useEffect, useMemo } from 'react';
import type { EntryId } from '#schema/entry.ts';
import { writeKept } from '#web/kept-state.ts';
import { type Place, parseEntryId, parsePassage, parseView } from './place.ts';

const route = getRouteApi('/reader/$view/{-$entryId}');

/** The storage key of the last place that this tab visited in the Reader. */
export const lastPlaceKey = 'precis.reader';

/** Provides the place that the URL names, and a function that navigates elsewhere. */
export function usePlace() {
  const params = route.useParams();
  const { feed, folder, tag, q, passage } = route.useSearch();
  const navigate = useNavigate();
  const view = parseView(params.view);
  const openId = parseEntryId(params.entryId);

  // The object stays the same for the same place, because it is the key of the list.
  const place = useMemo<Place>(
    () => ({
      view,
      ...(feed === undefined ? {} : { feed }),
      ...(folder === undefined ? {} : { folder }),
      ...(tag === undefined ? {} : { tag }),
      ...(q === undefined ? {} : { q }),
    }),
    [view, feed, folder, tag, q],
  );

  const go = useCallback(
    (to: Place, entryId: EntryId | null, { replace = false }: { replace?: boolean } = {}) => {
      const { view: toView, ...search } = to;
      return navigate({
        to: '/reader/$view/{-$entryId}',
        params: { view: toView, entryId: entryId === null ? undefined : String(entryId) },
        search,
        replace,
      });
    },
    [navigate],
  );

  const href = useRouterState({ select: ({ location }) => location.href });
  useEffect(() => {
    if (href.startsWith('/reader/')) writeKept('session', lastPlaceKey, href);
  }, [href]);

  return { place, openId, passage: parsePassage(passage), go };
}
