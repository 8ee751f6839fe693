import { Languages } from 'lucide-react';
import { useState } from 'react';
import type { EntrySelection } from '#schema/tags/tag-wire.ts';
import { ownLanguageName } from '#web/controls/languages/language-name.ts';
import { MenuItem, MoreMenu } from '#web/controls/more-menu.tsx';
import { type Place, toEntriesQuery } from '#web/reader/place.ts';
import { useStrings } from '#web/strings/strings-provider.tsx';
import { TaggingDialog } from '#web/tags/batch/tagging-dialog.tsx';
import type { TitlesState } from './use-titles.ts';

interface ListMenuProps {
  place: Place;
  title: string;
  isEmpty: boolean;
  titles: TitlesState;
}

/** Actions on all entries that the list shows. */
export function ListMenu({ place, title, isEmpty, titles }: ListMenuProps) {
  const { tags, translation } = useStrings();
  const words = translation.titles;
  const { isShown, isRunning, start, show } = titles;
  const [selection, setSelection] = useState<EntrySelection | null>(null);
  return (
    <>
      <MoreMenu label={words.menu} isModal={false} className="-me-1">
        <MenuItem disabled={isRunning || titles.isEmpty} onSelect={() => void start()}>
          <Languages aria-hidden className="size-4 text-muted" />
          {words.translate(ownLanguageName(titles.titles.language))}
        </MenuItem>
        <MenuItem onSelect={() => show(!isShown)}>{isShown ? words.hide : words.show}</MenuItem>
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
