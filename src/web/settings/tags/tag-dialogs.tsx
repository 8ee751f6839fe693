import { X } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { toAppError } from '#schema/app-error.ts';
import { maxTagCharacters, type Tag, type TagExport, type TagPatch } from '#schema/tag-wire.ts';
import { type TagId, tagIdSchema } from '#schema/tags/tag.ts';
import { useClient } from '#web/api/client-provider.tsx';
import { queryKeys } from '#web/api/queries.ts';
import { Button, IconButton } from '#web/controls/button.tsx';
import { Dialog } from '#web/controls/dialog.tsx';
import { ErrorNotice, NoticeFrame } from '#web/controls/problem-notice.tsx';
import { TextField } from '#web/controls/text-field.tsx';
import { DialogForm } from '#web/settings/form/form.tsx';
import { useAction } from '#web/settings/use-settings-actions.ts';
import { useStrings } from '#web/strings/strings-provider.tsx';
import { matchTags } from '#web/tags/find-tags.ts';
import { TagField } from '#web/tags/tag-field.tsx';

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
  return (
    <DialogForm
      title={words.renameHeading}
      size="small"
      cancel={names.cancel}
      submit={names.save}
      isBlocked={name.trim() === '' || patch.isPending || taken !== null}
      onSubmit={() => patch.mutate({ id: tag.id, name: name.trim() }, { onSuccess: onClose })}
      onClose={onClose}
    >
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
    </DialogForm>
  );
}

interface MergeDialogProps {
  tag: Tag;
  library: readonly Tag[];
  onClose(): void;
}

/** Asks for the tag that takes over the entries. */
export function MergeDialog({ tag, library, onClose }: MergeDialogProps) {
  const { reader, tags } = useStrings();
  const { library: words } = tags;
  const { merge } = useTagActions();
  const [into, setInto] = useState<Tag | null>(null);
  const options = (typed: string) =>
    matchTags(library, typed, { allowsNew: false, without: new Set([tag.id]) });
  return (
    <DialogForm
      title={words.mergeHeading(tag.name)}
      size="small"
      cancel={reader.names.cancel}
      submit={words.mergeYes}
      isBlocked={into === null || merge.isPending}
      onSubmit={() => {
        if (into !== null) merge.mutate({ id: tag.id, into: into.id }, { onSuccess: onClose });
      }}
      onClose={onClose}
    >
      <TagField
        label={words.mergeInto}
        isInline
        options={options}
        refuse={(typed) => (options(typed).length === 0 ? { message: words.none(typed.trim()) } : null)}
        onType={() => setInto(null)}
        onChoose={({ tagId }) => setInto(library.find(({ id }) => id === tagId) ?? null)}
      />
      {into === null ? null : <p>{words.mergeNote(tag.name, into.name, tag.entries)}</p>}
      <ErrorNotice error={merge.error} />
    </DialogForm>
  );
}

interface SynonymsDialogProps {
  tag: Tag;
  onClose(): void;
}

/** Edits the other names of a tag. Each change is saved at once. */
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

/** Says why a tag's name or synonym was not saved. */
export function NameProblem({ error }: { error: unknown }) {
  const { library: words, notAName } = useStrings().tags;
  const taken = readTaken(error);
  if (taken === null) return <ErrorNotice error={error} remedies={{ invalid_input: notAName }} />;
  return (
    <NoticeFrame tone="danger" title={words.renameTaken(taken.name)}>
      <p>{words.takenNext}</p>
    </NoticeFrame>
  );
}

/** Returns the other tag that has the name, or null if something else went wrong. */
export function readTaken(error: unknown): Pick<Tag, 'id' | 'name'> | null {
  if (error === null) return null;
  const { code, details } = toAppError(error);
  const id = tagIdSchema.safeParse(details?.tagId).data;
  return code === 'conflict' && id !== undefined && typeof details?.name === 'string'
    ? { id, name: details.name }
    : null;
}

/** Provides the actions on the tag library. */
export function useTagActions() {
  const { tags } = useClient();
  const changed = [queryKeys.changed('tags'), queryKeys.changed('entries')];
  return {
    create: useAction((name: string) => tags.create({ name, synonyms: [] }), changed),
    patch: useAction(({ id, ...patch }: { id: TagId } & TagPatch) => tags.patch(id, patch), changed),
    merge: useAction(({ id, into }: { id: TagId; into: TagId }) => tags.merge(id, into), changed),
    remove: useAction((id: TagId) => tags.remove(id), changed),
    importFile: useAction((file: TagExport) => tags.import(file), changed),
  };
}
