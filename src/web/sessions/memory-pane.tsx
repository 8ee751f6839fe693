import { type FormEvent, useId, useState } from 'react';
import { type Memory, type MemoryKind, maxMemoryCharacters, memoryKinds } from '#schema/sessions/memory.ts';
import type { Project } from '#schema/sessions/sessions-wire.ts';
import { Button } from '#web/controls/button.tsx';
import { Picker } from '#web/controls/choice.tsx';
import { Dialog } from '#web/controls/dialog.tsx';
import { ErrorNotice } from '#web/controls/problem-notice.tsx';
import { useStrings } from '#web/strings/strings-provider.tsx';
import { MemoryList, ProposalList, useMemoryActions } from './memory-list.tsx';
import { projectName } from './sessions-queries.ts';

interface MemoryPaneProps {
  /** Null means the memories of all projects. */
  project: string | null;
  projects: readonly Project[];
}

/** The last action, which can be undone. */
interface Done {
  memory: Memory;
  how: 'removed' | 'confirmed' | 'dismissed';
}

/** Shows the memories that wait for confirmation, the active ones and the superseded ones. */
export function MemoryPane({ project, projects }: MemoryPaneProps) {
  const { memories: words } = useStrings().sessions;
  const { remove, restore, confirm, dismiss, undo } = useMemoryActions();
  const [edited, setEdited] = useState<Memory | 'new' | null>(null);
  const [done, setDone] = useState<Done | null>(null);
  const [showsSuperseded, setShowsSuperseded] = useState(false);
  const actions = { removed: remove, confirmed: confirm, dismissed: dismiss };

  async function act(how: Done['how'], memory: Memory): Promise<void> {
    for (const each of [remove, restore, confirm, dismiss, undo]) each.reset();
    await actions[how].mutateAsync(memory.id).then(
      () => setDone({ memory, how }),
      () => setDone(null),
    );
  }

  function takeBack({ memory, how }: Done): void {
    const back = how === 'removed' ? restore : undo;
    back.mutate(memory.id, { onSuccess: () => setDone(null) });
  }

  const list = (state: 'current' | 'superseded') => (
    <MemoryList
      project={project}
      state={state}
      onEdit={setEdited}
      onRemove={(memory) => void act('removed', memory)}
      onPutBack={(memory) => undo.mutate(memory.id)}
      onAdd={() => setEdited('new')}
    />
  );

  return (
    <div className="space-y-3 pt-4">
      <div className="flex flex-wrap items-start gap-x-4 gap-y-2">
        <p className="min-w-0 flex-[1_1_16rem] text-muted">{words.note}</p>
        <Button onClick={() => setEdited('new')}>{words.add}</Button>
      </div>
      <output data-testid="memory-removed" className="block empty:hidden">
        {done === null ? null : (
          <span className="flex items-center gap-2 rounded-md bg-sunken py-1 ps-3 pe-1">
            <span className="min-w-0 flex-1 truncate">{words[done.how](done.memory.text)}</span>
            <Button
              look="quiet"
              disabled={restore.isPending || undo.isPending}
              onClick={() => takeBack(done)}
            >
              {words.undo}
            </Button>
          </span>
        )}
      </output>
      <ErrorNotice
        error={remove.error ?? restore.error ?? confirm.error ?? dismiss.error ?? undo.error}
        remedies={{ conflict: words.taken }}
      />
      <ProposalList
        project={project}
        isBusy={confirm.isPending || dismiss.isPending}
        onConfirm={(memory) => void act('confirmed', memory)}
        onDismiss={(memory) => void act('dismissed', memory)}
      />
      {list('current')}
      <details open={showsSuperseded} onToggle={(event) => setShowsSuperseded(event.currentTarget.open)}>
        <summary className="cursor-pointer rounded py-2 text-[0.8125rem] pointer-coarse:py-3.5 font-medium text-muted hover:text-ink">
          {words.superseded}
        </summary>
        {showsSuperseded ? list('superseded') : null}
      </details>
      {edited === null ? null : (
        <MemoryDialog
          memory={edited === 'new' ? null : edited}
          project={project === '' ? null : project}
          projects={projects.filter((one) => one.project !== '')}
          onClose={() => setEdited(null)}
        />
      )}
    </div>
  );
}

interface MemoryDialogProps {
  /** Null for a new memory. */
  memory: Memory | null;
  /** The project preselected for a new memory. */
  project: string | null;
  projects: readonly Project[];
  onClose(): void;
}

const everywhere = 'all';
const keyOf = (project: string | null) => (project === null ? everywhere : `of ${project}`);

/** Adds or edits a memory. Closes when it is saved; otherwise shows the error. */
function MemoryDialog({ memory, project, projects, onClose }: MemoryDialogProps) {
  const { sessions } = useStrings();
  const { memories: words } = sessions;
  const { save, edit } = useMemoryActions();
  const [text, setText] = useState(memory?.text ?? '');
  const [kind, setKind] = useState<MemoryKind>(memory?.kind ?? 'instruction');
  const [scope, setScope] = useState(memory === null ? project : memory.project);
  const id = useId();
  const isPending = save.isPending || edit.isPending;
  const canSave = text.trim() !== '' && !isPending;
  const named = new Set([scope, ...projects.map((one) => one.project)].filter((name) => name !== null));

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (!canSave) return;
    const written = { text: text.trim(), kind, project: scope };
    const whenSaved = { onSuccess: onClose };
    if (memory === null) save.mutate(written, whenSaved);
    else edit.mutate({ id: memory.id, ...written }, whenSaved);
  }

  return (
    <Dialog
      open
      title={memory === null ? words.addHeading : words.editHeading}
      closeLabel={words.cancel}
      onClose={onClose}
    >
      <form onSubmit={submit} className="space-y-4">
        <div>
          <label htmlFor={`${id}-text`} className="mb-1 block text-xs text-muted">
            {words.text}
          </label>
          <textarea
            id={`${id}-text`}
            data-autofocus
            rows={4}
            value={text}
            maxLength={maxMemoryCharacters}
            aria-describedby={`${id}-hint`}
            onChange={(event) => setText(event.target.value)}
            className="block w-full resize-y rounded-md border border-edge/60 bg-surface px-2.5 py-2 text-[0.875rem]"
          />
          <p id={`${id}-hint`} className="mt-1.5 text-xs text-muted">
            {words.textHint}
          </p>
        </div>
        <div className="flex flex-wrap gap-4">
          <div className="min-w-36 flex-1">
            <label htmlFor={`${id}-kind`} className="mb-1 block text-xs text-muted">
              {words.kind}
            </label>
            <Picker<MemoryKind>
              label={words.kind}
              control={{ id: `${id}-kind` }}
              value={kind}
              options={memoryKinds.map((value) => ({ value, label: words.kinds[value] }))}
              onChoose={setKind}
              className="w-full"
            />
          </div>
          <div className="min-w-36 flex-1">
            <label htmlFor={`${id}-scope`} className="mb-1 block text-xs text-muted">
              {words.scope}
            </label>
            <Picker
              label={words.scope}
              control={{ id: `${id}-scope` }}
              value={keyOf(scope)}
              options={[
                { value: everywhere, label: sessions.projects.all },
                ...[...named].map((name) => ({ value: keyOf(name), label: projectName(name, sessions) })),
              ]}
              onChoose={(value) => setScope(value === everywhere ? null : value.slice('of '.length))}
              className="w-full"
            />
          </div>
        </div>
        <ErrorNotice error={save.error ?? edit.error} remedies={{ conflict: words.taken }} />
        <div className="flex justify-end gap-2">
          <Button look="quiet" onClick={onClose}>
            {words.cancel}
          </Button>
          <Button look="primary" type="submit" disabled={!canSave}>
            {words.save}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
