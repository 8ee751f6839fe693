import { useMutation } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { Dialog as Radix } from 'radix-ui';
import { type ReactNode, useState } from 'react';
import { useStrings } from '#web/strings/strings-provider.tsx';
import { Button, IconButton } from './button.tsx';
import { markFocus } from './focus/mark-focus.ts';
import { ErrorNotice } from './problem-notice.tsx';

interface DialogProps {
  open: boolean;
  title: string;
  closeLabel: string;
  onClose(): void;
  /** The maximum width of the dialog. */
  size?: 'small' | 'medium';
  children: ReactNode;
}

const widths = { small: 'max-w-sm', medium: 'max-w-lg' };

/**
 * Shows a modal dialog. Escape and a click outside close it. The element marked `data-autofocus` gets the focus
 * first. Afterwards the focus returns to what opened the dialog.
 */
export function Dialog({ open, title, closeLabel, onClose, size = 'medium', children }: DialogProps) {
  const [giveBack] = useState(markFocus);
  return (
    <Radix.Root open={open} onOpenChange={(next) => (next ? undefined : onClose())}>
      <Radix.Portal>
        {/* The overlay has the z-index of the content, so that it also covers a dialog that
            opened this one. */}
        <Radix.Overlay className="fixed inset-0 z-50 bg-black/35" />
        <Radix.Content
          aria-describedby={undefined}
          onOpenAutoFocus={(event) => {
            const content = event.currentTarget as HTMLElement;
            const first = content.querySelector<HTMLElement>('[data-autofocus]');
            if (first === null) return;
            event.preventDefault();
            first.focus();
            // A disabled element takes no focus. Without any focus, the keys would go to the page behind.
            if (document.activeElement !== first) content.focus();
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            giveBack();
          }}
          className={`fixed top-[12vh] left-1/2 z-50 flex max-h-[80vh] w-[calc(100vw-2rem)] -translate-x-1/2 flex-col rounded-xl border border-line bg-surface shadow-2xl outline-none ${widths[size]}`}
        >
          <header className="flex items-center justify-between gap-4 ps-5 pe-3 pt-3.5 pb-1.5">
            <Radix.Title className="text-base font-semibold wrap-anywhere">{title}</Radix.Title>
            <Radix.Close asChild>
              <IconButton label={closeLabel}>
                <X aria-hidden className="size-4" />
              </IconButton>
            </Radix.Close>
          </header>
          <div className="min-h-0 overflow-y-auto px-5 pt-1 pb-5">{children}</div>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

interface ConfirmDialogProps {
  title: string;
  note?: string;
  yes: string;
  onConfirm(): Promise<unknown>;
  onClose(): void;
  /** Whether something has to be chosen first. */
  isBlocked?: boolean;
  /** Whether Enter confirms at once. Otherwise, the focus is on Cancel. */
  isHarmless?: boolean;
  /** The options to choose before confirming. */
  children?: ReactNode;
}

/** Asks for confirmation before something that cannot be undone. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, note, yes, onConfirm, onClose, isBlocked = false, isHarmless = false, children } = props;
  const { names } = useStrings().reader;
  const confirm = useMutation({ mutationFn: onConfirm, onSuccess: onClose });
  return (
    <Dialog open title={title} closeLabel={names.cancel} onClose={onClose} size="small">
      <div className="space-y-4">
        {note === undefined ? null : <p className="text-muted">{note}</p>}
        {children}
        <ErrorNotice error={confirm.error} />
        <div className="flex justify-end gap-2">
          <Button look="quiet" data-autofocus={isHarmless ? undefined : true} onClick={onClose}>
            {names.cancel}
          </Button>
          <Button
            look="primary"
            data-autofocus={isHarmless ? true : undefined}
            disabled={confirm.isPending || isBlocked}
            onClick={() => confirm.mutate()}
          >
            {yes}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
