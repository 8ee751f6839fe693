import type { FormEvent } from 'react';
import type { Entry } from '#schema/entry.ts';
import { Button } from '#web/controls/button.tsx';
import { ErrorNotice } from '#web/controls/problem-notice.tsx';
import { TextField } from '#web/controls/text-field.tsx';
import { useStrings } from '#web/strings/strings-provider.tsx';
import { useAddEntry } from './use-add-entry.ts';
import { withScheme } from './with-scheme.ts';

interface AddPageProps {
  address: string;
  onAddress(address: string): void;
  onAdded(entry: Entry): void;
}

export function AddPage({ address, onAddress, onAdded }: AddPageProps) {
  const { add } = useStrings().reader;
  const addEntry = useAddEntry(onAdded);

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (address.trim() === '' || addEntry.isPending) return;
    addEntry.mutate({ kind: 'page', url: withScheme(address) });
  }

  return (
    <form onSubmit={submit} className="space-y-4">
      <TextField
        data-autofocus
        label={add.pageAddress}
        hint={add.pageHint}
        inputMode="url"
        autoCapitalize="off"
        placeholder="https://…"
        value={address}
        onChange={(event) => onAddress(event.target.value)}
      />
      <ErrorNotice error={addEntry.error} />
      <div className="flex justify-end">
        <Button look="primary" type="submit" disabled={address.trim() === '' || addEntry.isPending}>
          {addEntry.isPending ? add.fetching : add.addPage}
        </Button>
      </div>
    </form>
  );
}
