import { ChevronDown } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import { Button } from '#web/controls/button.tsx';
import { menuClass } from '#web/controls/menu.ts';
import { MenuItem } from '#web/controls/more-menu.tsx';
import { useStrings } from '#web/strings/strings-provider.tsx';

interface ClearMenuProps {
  hasShown: boolean;
  hasAny: boolean;
  onClear(what: 'shown' | 'all'): void;
}

export function ClearMenu({ hasShown, hasAny, onClear }: ClearMenuProps) {
  const { panel } = useStrings();
  return (
    // Content behind a modal menu could still be reached by Tab.
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild>
        <Button look="quiet" disabled={!hasAny} className="gap-1! px-2">
          {panel.clear}
          <ChevronDown aria-hidden className="size-3 text-muted" />
        </Button>
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal container={document.getElementById('main')}>
        <DropdownMenu.Content
          side="top"
          align="end"
          sideOffset={6}
          collisionPadding={8}
          className={menuClass}
        >
          <MenuItem disabled={!hasShown} onSelect={() => onClear('shown')}>
            {panel.clearThis}
          </MenuItem>
          <MenuItem onSelect={() => onClear('all')}>{panel.clearAll}</MenuItem>
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}
