import { Languages } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import { useState } from 'react';
import type { EntrySelection } from '#schema/tags/tag-wire.ts';
import { ownLanguageName } from '#web/controls/languages/language-name.ts';
import { menuSeparatorClass } from '#web/controls/menu.ts';
import { MenuItem, MoreMenu } from '#web/controls/more-menu.tsx';
import { type Place, toEntriesQuery } from '#web/reader/place.ts';
import { ChoiceSubmenu } from '#web/reader/sidebar/submenu.tsx';
import { useStrings } from '#web/strings/strings-provider.tsx';
import { TaggingDialog } from '#web/tags/batch/lazy-dialogs.ts';
import { looks } from '#web/theme/look.ts';
import { useLook } from '#web/theme/use-look.ts';
import type { TitlesState } from './use-titles.ts';

interface ListMenuProps {
  place: Place;
  title: string;
  isEmpty: boolean;
  titles: TitlesState;
  /** Null: nothing above the open entry is unread. */
  onMarkAbove: (() => void) | null;
}

/** Actions on all entries that the list shows, and how it shows them. */
export function ListMenu({ place, title, isEmpty, titles, onMarkAbove }: ListMenuProps) {
  const { reader, tags, translation, appearance } = useStrings();
  const [density, chooseDensity] = useLook('density');
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
        <MenuItem disabled={onMarkAbove === null} onSelect={() => onMarkAbove?.()}>
          {reader.list.markAboveRead}
        </MenuItem>
        <DropdownMenu.Separator className={menuSeparatorClass} />
        <ChoiceSubmenu
          label={appearance.parts.density}
          value={density}
          options={looks.density.values}
          labels={appearance.choices.density}
          onChoose={chooseDensity}
        />
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
