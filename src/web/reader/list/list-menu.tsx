import { useState } from 'react';
import type { EntrySelection } from '#schema/tag-wire.ts';
import { MenuItem, MoreMenu } from '#web/controls/more-menu.tsx';
import { type Place, toEntriesQuery } from '#web/reader/place.ts';
import { useStrings } from '#web/strings/strings-provider.tsx';
import { TaggingDialog } from '#web/tags/batch/tagging-dialog.tsx';

interface ListMenuProps {
  place: Place;
  title: string;
  isEmpty: boolean;
}

/** Actions on all entries that the list shows. */
export function ListMenu({ place, title, isEmpty }: ListMenuProps) {
  const { reader, tags } = useStrings();
  const [selection, setSelection] = useState<EntrySelection | null>(null);
  return (
    <>
      <MoreMenu label={reader.feeds.menu(title)} className="-me-1">
        <MenuItem disabled={isEmpty} onSelect={() => setSelection(toEntriesQuery(place))}>
          {tags.batch.menuShown}
        </MenuItem>
      </MoreMenu>
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
