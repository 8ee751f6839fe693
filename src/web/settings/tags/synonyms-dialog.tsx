import { X } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { maxTagCharacters, type Tag } from '#schema/tags/tag-wire.ts';
import { Button } from '#web/controls/button.tsx';
import { Dialog } from '#web/controls/dialog.tsx';
import { IconButton } from '#web/controls/icon-button.tsx';
import { TextField } from '#web/controls/text-field.tsx';
import { useStrings } from '#web/strings/strings-provider.tsx';
import { NameProblem } from './name-problem.tsx';
import { useTagActions } from './use-tag-actions.ts';

interface SynonymsDialogProps {
  tag: Tag;
  onClose(): void;
}

/** The other names of a tag. Each change is saved at once. */
export function SynonymsDialog({ tag, onClose }: SynonymsDialogProps) {
  const { library: words, done } = useStrings().tags;
  const { patch } = useTagActions();
  const [typed, setTyped] = useState('');
  const { id, synonyms } = tag;

  function add(event: FormEvent): void {
    event.preventDefault();
    const name = typed.trim();
    if (name === '' || patch.isPending) return;
    patch.mutate({ id, synonyms: [...synonyms, name] }, { onSuccess: () => setTyped('') });
  }

  return (
    <Dialog open title={words.synonymsHeading(tag.name)} closeLabel={done} onClose={onClose} size="small">
      <div className="space-y-4">
        <p className="text-muted">{words.synonymsNote}</p>
        {synonyms.length === 0 ? null : (
          <ul className="divide-y divide-line/70 rounded-lg border border-line">
            {synonyms.map((name) => (
              <li key={name} className="flex min-h-10 items-center justify-between gap-2 ps-3 pe-1">
                <bdi className="min-w-0 wrap-anywhere">{name}</bdi>
                <IconButton
                  label={words.removeSynonym(name)}
                  disabled={patch.isPending}
                  onClick={() => patch.mutate({ id, synonyms: synonyms.filter((other) => other !== name) })}
                >
                  <X aria-hidden className="size-4" />
                </IconButton>
              </li>
            ))}
          </ul>
        )}
        <form onSubmit={add} className="flex items-end gap-2">
          <div className="min-w-0 flex-1">
            <TextField
              data-autofocus
              label={words.newSynonym}
              value={typed}
              maxLength={maxTagCharacters}
              onChange={(event) => {
                setTyped(event.target.value);
                patch.reset();
              }}
            />
          </div>
          <Button type="submit" disabled={typed.trim() === '' || patch.isPending} className="h-9">
            {words.addSynonym}
          </Button>
        </form>
        <NameProblem error={patch.error} />
      </div>
    </Dialog>
  );
}
