import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useStrings } from '#web/strings/strings-provider.tsx';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { ErrorNotice } from './problem-notice.tsx';

interface ConfirmDialogProps {
  title: string;
  note?: string;
  yes: string;
  onConfirm(): Promise<unknown>;
  onClose(): void;
  /** Something has to be chosen first. */
  isBlocked?: boolean;
  /** Enter confirms at once; without this, the focus is on Cancel. */
  isHarmless?: boolean;
  /** Options to choose before confirming. */
  children?: ReactNode;
}

/** Asks once before something that cannot be undone. */
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
