import { type FormEvent, useState } from 'react';
import { Button } from '#web/controls/button.tsx';
import { Dialog } from '#web/controls/dialog.tsx';
import { ErrorNotice } from '#web/controls/problem-notice.tsx';
import { TextField } from '#web/controls/text-field.tsx';
import { useStrings } from '#web/strings/strings-provider.tsx';

interface NameDialogProps {
  title: string;
  initial?: string;
  maxLength: number;
  onSave(name: string): Promise<unknown>;
  onClose(): void;
}

/** Asks for a name. Closes once the name is saved; otherwise shows why it was not. */
export function NameDialog({ title, initial = '', maxLength, onSave, onClose }: NameDialogProps) {
  const { names } = useStrings().reader;
  const [name, setName] = useState(initial);
  const [saving, setSaving] = useState(false);
  const [error, setError] = useState<unknown>(null);

  async function save(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (name.trim() === '' || saving) return;
    setSaving(true);
    try {
      await onSave(name.trim());
      onClose();
    } catch (thrown) {
      setError(thrown);
      setSaving(false);
    }
  }

  return (
    <Dialog open title={title} closeLabel={names.cancel} onClose={onClose} size="small">
      <form onSubmit={(event) => void save(event)} className="space-y-4">
        <TextField
          data-autofocus
          label={names.name}
          value={name}
          maxLength={maxLength}
          onChange={(event) => setName(event.target.value)}
          onFocus={(event) => event.target.select()}
        />
        <ErrorNotice error={error} />
        <div className="flex justify-end gap-2">
          <Button look="quiet" onClick={onClose}>
            {names.cancel}
          </Button>
          <Button look="primary" type="submit" disabled={name.trim() === '' || saving}>
            {names.save}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
