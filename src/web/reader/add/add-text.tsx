import { type FormEvent, useId, useState } from 'react';
import type { Entry } from '#schema/entry.ts';
import { Button } from '#web/controls/button.tsx';
import { ErrorNotice } from '#web/controls/problem-notice.tsx';
import { TextField } from '#web/controls/text-field.tsx';
import { useStrings } from '#web/strings/strings-provider.tsx';
import { useAddEntry } from './use-add-entry.ts';

export function AddText({ onAdded }: { onAdded(entry: Entry): void }) {
  const { add } = useStrings().reader;
  const addEntry = useAddEntry(onAdded);
  const [title, setTitle] = useState('');
  const [text, setText] = useState('');
  const textId = useId();

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (text.trim() === '' || addEntry.isPending) return;
    const named = title.trim() === '' ? {} : { title: title.trim() };
    addEntry.mutate({ kind: 'text', text, ...named });
  }

  return (
    <form onSubmit={submit} className="space-y-4">
      <TextField
        label={add.title}
        value={title}
        maxLength={1000}
        onChange={(event) => setTitle(event.target.value)}
      />
      <div>
        <label htmlFor={textId} className="mb-1 block text-xs text-muted">
          {add.text}
        </label>
        <textarea
          id={textId}
          data-autofocus
          value={text}
          placeholder={add.textPlaceholder}
          dir="auto"
          spellCheck={false}
          onChange={(event) => setText(event.target.value)}
          className="block h-48 w-full resize-y rounded-md border border-edge/60 bg-surface px-2.5 py-2 leading-relaxed"
        />
      </div>
      <ErrorNotice error={addEntry.error} />
      <div className="flex justify-end">
        <Button look="primary" type="submit" disabled={text.trim() === '' || addEntry.isPending}>
          {addEntry.isPending ? add.saving : add.addText}
        </Button>
      </div>
    </form>
  );
}
