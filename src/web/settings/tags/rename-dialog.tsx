import { type FormEvent, useState } from 'react';
import { maxTagCharacters, type Tag } from '#schema/tags/tag-wire.ts';
import { Button } from '#web/controls/button.tsx';
import { Dialog } from '#web/controls/dialog.tsx';
import { ErrorNotice, NoticeFrame } from '#web/controls/problem-notice.tsx';
import { TextField } from '#web/controls/text-field.tsx';
import { useStrings } from '#web/strings/strings-provider.tsx';
import { NameProblem, readTaken } from './name-problem.tsx';
import { useTagActions } from './use-tag-actions.ts';

interface RenameDialogProps {
  tag: Tag;
  onClose(): void;
}

/** Asks for a new name. If another tag has it, the two can be merged. */
export function RenameDialog({ tag, onClose }: RenameDialogProps) {
  const { reader, tags } = useStrings();
  const { names } = reader;
  const { library: words } = tags;
  const { patch, merge } = useTagActions();
  const [name, setName] = useState(tag.name);
  const taken = readTaken(patch.error);
  const canSave = name.trim() !== '' && !patch.isPending;

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (canSave) patch.mutate({ id: tag.id, name: name.trim() }, { onSuccess: onClose });
  }

  return (
    <Dialog open title={words.renameHeading} closeLabel={names.cancel} onClose={onClose} size="small">
      <form onSubmit={submit} className="space-y-4">
        <TextField
          data-autofocus
          label={names.name}
          value={name}
          maxLength={maxTagCharacters}
          onChange={(event) => {
            setName(event.target.value);
            patch.reset();
          }}
          onFocus={(event) => event.target.select()}
        />
        {taken === null ? (
          <NameProblem error={patch.error} />
        ) : (
          <NoticeFrame tone="caution" title={words.renameTaken(taken.name)}>
            <p>{words.mergeInstead(tag.name, taken.name)}</p>
            <Button
              disabled={merge.isPending}
              onClick={() => merge.mutate({ id: tag.id, into: taken.id }, { onSuccess: onClose })}
              className="mt-2"
            >
              {words.mergeYes}
            </Button>
          </NoticeFrame>
        )}
        <ErrorNotice error={merge.error} />
        <div className="flex justify-end gap-2">
          <Button look="quiet" onClick={onClose}>
            {names.cancel}
          </Button>
          <Button look="primary" type="submit" disabled={!canSave || taken !== null}>
            {names.save}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
