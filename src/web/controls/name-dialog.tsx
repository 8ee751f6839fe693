import { useMutation } from '@tanstack/react-query';
import { type ComponentType, type FormEvent, useState } from 'react';
import { useStrings } from '#web/strings/strings-provider.tsx';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { ErrorNotice } from './problem-notice.tsx';
import { TextField } from './text-field.tsx';

interface NameDialogProps {
  title: string;
  initial?: string;
  maxLength: number;
  onSave(name: string): Promise<unknown>;
  onClose(): void;
  /** Says why the name was not saved, in place of the general message. */
  Problem?: ComponentType<{ error: unknown }>;
}

/** Asks for a name. It closes once the name is saved, and otherwise shows why the name was not saved. */
export function NameDialog(props: NameDialogProps) {
  const { title, initial = '', maxLength, onSave, onClose, Problem = ErrorNotice } = props;
  const { names } = useStrings().reader;
  const [name, setName] = useState(initial);
  const save = useMutation({ mutationFn: () => onSave(name.trim()), onSuccess: onClose });
  const canSave = name.trim() !== '' && !save.isPending;

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (canSave) save.mutate();
  }

  return (
    <Dialog open title={title} closeLabel={names.cancel} onClose={onClose} size="small">
      <form onSubmit={submit} className="space-y-4">
        <TextField
          data-autofocus
          label={names.name}
          value={name}
          maxLength={maxLength}
          onChange={(event) => {
            setName(event.target.value);
            save.reset();
          }}
          onFocus={(event) => event.target.select()}
        />
        <Problem error={save.error} />
        <div className="flex justify-end gap-2">
          <Button look="quiet" onClick={onClose}>
            {names.cancel}
          </Button>
          <Button look="primary" type="submit" disabled={!canSave}>
            {names.save}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
