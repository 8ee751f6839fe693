import { Ellipsis } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import { type ComponentProps, useRef, useState } from 'react';
import { Button } from './button.tsx';
import { ConfirmDialog } from './dialog.tsx';
import type { RowButton } from './row-menu.tsx';

interface MoreMenuProps extends Pick<DropdownMenu.DropdownMenuContentProps, 'onCloseAutoFocus' | 'children'> {
  label: string;
  /** The button that opens the menu in the row of a list. */
  inRow?: RowButton;
  className?: string;
  /** Whether the menu is modal. A menu that is not modal leaves the page behind it usable. */
  isModal?: boolean;
  /** The last item, which deletes after confirmation. */
  deletion?: (Omit<ComponentProps<typeof ConfirmDialog>, 'onClose'> & { label: string }) | undefined;
}

/** Shows the “…” button and its menu of less frequent actions. */
export function MoreMenu(props: MoreMenuProps) {
  const { label, inRow, className = '', isModal = true, deletion, onCloseAutoFocus, children } = props;
  const [isDeleting, setDeleting] = useState(false);
  const isElsewhere = useRef(false);
  /** Whether the first item of the menu got the focus as the menu opened. */
  const isEntered = useRef(false);
  return (
    <>
      <DropdownMenu.Root
        modal={isModal}
        {...(inRow === undefined ? {} : { open: inRow.isOpen, onOpenChange: inRow.setOpen })}
      >
        {inRow === undefined ? null : (
          // This element only marks the place where the menu opens.
          <DropdownMenu.Trigger asChild>
            <span aria-hidden className="pointer-events-none absolute inset-0" />
          </DropdownMenu.Trigger>
        )}
        {inRow === undefined ? (
          <DropdownMenu.Trigger asChild>
            <Button look="quiet" aria-label={label} title={label} className={`px-2 ${className}`}>
              <Ellipsis aria-hidden className="size-4" />
            </Button>
          </DropdownMenu.Trigger>
        ) : null}
        <DropdownMenu.Portal container={isModal ? null : document.getElementById('main')}>
          <DropdownMenu.Content
            onFocus={({ target, currentTarget }) => {
              // The menu itself knows only of keys that are pressed after its code has arrived.
              if (target !== currentTarget || inRow?.isByKey !== true || isEntered.current) return;
              isEntered.current = true;
              currentTarget.querySelector<HTMLElement>('[role^=menuitem]')?.focus();
            }}
            // The button names the menu. The focus returns to it after a dialog that the menu opens.
            {...(inRow === undefined ? {} : { 'aria-labelledby': inRow.id })}
            align={inRow?.align ?? 'end'}
            sideOffset={4}
            collisionPadding={8}
            className={menuClass}
            onInteractOutside={({ target }) => {
              const button = document.getElementById(inRow?.id ?? '');
              isElsewhere.current = !isModal && button?.contains(target as Node) !== true;
            }}
            onCloseAutoFocus={(event) => {
              isEntered.current = false;
              onCloseAutoFocus?.(event);
              if (inRow === undefined || event.defaultPrevented) return;
              event.preventDefault();
              // An element of the page behind that was pressed keeps the focus.
              if (!isElsewhere.current) inRow.focus();
              isElsewhere.current = false;
            }}
          >
            {children}
            {deletion === undefined ? null : (
              <>
                {children === undefined ? null : <DropdownMenu.Separator className={menuSeparatorClass} />}
                <MenuItem className="text-danger" onSelect={() => setDeleting(true)}>
                  {deletion.label}
                </MenuItem>
              </>
            )}
          </DropdownMenu.Content>
        </DropdownMenu.Portal>
      </DropdownMenu.Root>
      {isDeleting && deletion !== undefined ? (
        <ConfirmDialog {...deletion} onClose={() => setDeleting(false)} />
      ) : null}
    </>
  );
}

export function MenuItem({ className = '', ...item }: DropdownMenu.DropdownMenuItemProps) {
  return <DropdownMenu.Item {...item} className={`${menuItemClass} ${className}`} />;
}

/** Styles of a menu and its items. */
export const menuClass =
  'z-50 min-w-44 max-w-80 rounded-lg border border-line bg-surface p-1 text-[0.8125rem] shadow-lg outline-none';

export const menuItemClass =
  'relative flex min-h-8 cursor-pointer pointer-coarse:min-h-11 items-center gap-2 rounded-md px-2.5 outline-none select-none data-highlighted:bg-sunken data-disabled:cursor-default data-disabled:text-muted/70';

export const menuSeparatorClass = 'my-1 h-px bg-line';
