import { Languages } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import { ownLanguageName } from '#web/controls/languages/language-name.ts';
import { MenuItem, MoreMenu, menuSeparatorClass } from '#web/controls/more-menu.tsx';
import type { RowButton } from '#web/controls/row-menu.tsx';
import { ChoiceSubmenu } from '#web/reader/sidebar/submenu.tsx';
import { useStrings } from '#web/strings/strings-provider.tsx';
import { looks } from '#web/theme/look.ts';
import { useLook } from '#web/theme/use-look.ts';
import type { TitlesState } from './use-titles.ts';

interface ListMenuItemsProps {
  button: RowButton;
  isEmpty: boolean;
  titles: TitlesState;
  /** Null means that nothing above the open entry is unread. */
  onMarkAbove: (() => void) | null;
  onTag(): void;
}

export function ListMenuItems({ button, isEmpty, titles, onMarkAbove, onTag }: ListMenuItemsProps) {
  const { reader, tags, translation, appearance } = useStrings();
  const [density, chooseDensity] = useLook('density');
  const words = translation.titles;
  const { isShown, isRunning, start, show } = titles;
  return (
    <MoreMenu inRow={button} label={button.label} isModal={false}>
      <MenuItem disabled={isRunning || titles.isEmpty} onSelect={() => void start()}>
        <Languages aria-hidden className="size-4 text-muted" />
        {words.translate(ownLanguageName(titles.titles.language))}
      </MenuItem>
      <MenuItem onSelect={() => show(!isShown)}>{isShown ? words.hide : words.show}</MenuItem>
      <MenuItem disabled={isEmpty} onSelect={onTag}>
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
  );
}
