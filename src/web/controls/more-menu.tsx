import { Ellipsis } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import { type ComponentProps, useState } from 'react';
import { Button } from './button.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { menuClass, menuItemClass, menuSeparatorClass } from './menu.ts';

interface MoreMenuProps extends Pick<DropdownMenu.DropdownMenuContentProps, 'onCloseAutoFocus' | 'children'> {
  label: string;
  /** In the row of a list, where it is smaller and stays hidden until the row is used. */
  inRow?: boolean;
  className?: string;
  /** Leaves the page behind it usable. */
  isModal?: boolean;
  /** The last item: deletes after confirmation. */
  deletion?: (Omit<ComponentProps<typeof ConfirmDialog>, 'onClose'> & { label: string }) | undefined;
}

/** Visible when its row is hovered or focused; always visible on touch screens. */
export const rowButtonClass =
  'flex size-6 shrink-0 items-center justify-center rounded text-muted opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 hover:bg-line hover:text-ink data-[state=open]:opacity-100 pointer-coarse:size-8 pointer-coarse:opacity-100';

/** The “…” button and its menu of less frequent actions. */
export function MoreMenu(props: MoreMenuProps) {
  const {
    label,
    inRow = false,
    className = '',
    isModal = true,
    deletion,
    onCloseAutoFocus,
    children,
  } = props;
  const [isDeleting, setDeleting] = useState(false);
  const icon = <Ellipsis aria-hidden className="size-4" />;
  return (
    <>
      <DropdownMenu.Root modal={isModal}>
        {inRow ? (
          <DropdownMenu.Trigger aria-label={label} title={label} className={`${rowButtonClass} ${className}`}>
            {icon}
          </DropdownMenu.Trigger>
        ) : (
          <DropdownMenu.Trigger asChild>
            <Button look="quiet" aria-label={label} title={label} className={`px-2 ${className}`}>
              {icon}
            </Button>
          </DropdownMenu.Trigger>
        )}
        <DropdownMenu.Portal container={isModal ? null : document.getElementById('main')}>
          <DropdownMenu.Content
            align={inRow ? 'start' : 'end'}
            sideOffset={4}
            collisionPadding={8}
            className={menuClass}
            {...(onCloseAutoFocus === undefined ? {} : { onCloseAutoFocus })}
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
