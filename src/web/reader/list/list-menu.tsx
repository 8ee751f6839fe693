import { type ComponentProps, useState } from 'react';
import type { EntrySelection } from '#schema/tag-wire.ts';
import { lazyPart } from '#web/controls/lazy.ts';
import { RowMenu } from '#web/controls/row-menu.tsx';
import { type Place, toEntriesQuery } from '#web/reader/place.ts';
import { useStrings } from '#web/strings/strings-provider.tsx';
import { TaggingDialog } from '#web/tags/batch/lazy-dialogs.ts';

export const ListMenuItems = lazyPart(async () => (await import('./list-menu-items.tsx')).ListMenuItems);

interface ListMenuProps
  extends Pick<ComponentProps<typeof ListMenuItems>, 'isEmpty' | 'titles' | 'onMarkAbove'> {
  place: Place;
  title: string;
}

/** Offers the actions on all entries of the list, and the ways to show them. */
export function ListMenu({ place, title, ...items }: ListMenuProps) {
  const { tags, translation } = useStrings();
  const [selection, setSelection] = useState<EntrySelection | null>(null);
  return (
    <>
      <RowMenu isInToolbar label={translation.titles.menu} className="-me-1">
        {(button) => (
          <ListMenuItems {...items} button={button} onTag={() => setSelection(toEntriesQuery(place))} />
        )}
      </RowMenu>
      {selection === null ? null : (
        <TaggingDialog
          selection={selection}
          of={tags.batch.ofShown(title)}
          onClose={() => setSelection(null)}
        />
      )}
    </>
  );
}
