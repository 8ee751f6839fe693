import { useRouter } from '@tanstack/react-router';
import type { ComponentProps, MouseEvent } from 'react';
import type { Place } from '#web/reader/place.ts';

interface PlaceLinkProps extends Omit<ComponentProps<'a'>, 'href' | 'onClick' | 'target'> {
  to: Place;
}

/**
 * A link to a list. The router's own link is rendered again with every change of the address, to find out whether it is
 * the current one; a sidebar of 500 rows took half a second of each key typed into the search.
 */
export function PlaceLink({ to: { view, ...search }, children, ...anchor }: PlaceLinkProps) {
  const router = useRouter();
  const location = {
    to: '/reader/$view/{-$entryId}',
    params: { view, entryId: undefined },
    search,
  } as const;

  function follow(event: MouseEvent): void {
    if (event.defaultPrevented || event.button !== 0) return;
    // A new tab or window, or a download.
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    void router.navigate(location);
  }

  return (
    <a {...anchor} href={router.buildLocation(location).href} onClick={follow}>
      {children}
    </a>
  );
}
