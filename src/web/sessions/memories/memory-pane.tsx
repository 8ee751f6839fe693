import { useState } from 'react';
import type { Memory } from '#schema/sessions/memory.ts';
import type { Project } from '#schema/sessions/sessions-wire.ts';
import { Button } from '#web/controls/button.tsx';
import { ErrorNotice } from '#web/controls/problem-notice.tsx';
import { useStrings } from '#web/strings/strings-provider.tsx';
import { MemoryDialog } from './memory-dialog.tsx';
import { MemoryList, ProposalList } from './memory-list.tsx';
import { useMemoryActions } from './use-memories.ts';

interface MemoryPaneProps {
  /** Null: everything. */
  project: string | null;
  projects: readonly Project[];
}

/** What was just done, and how to take it back. */
interface Done {
  memory: Memory;
  how: 'removed' | 'confirmed' | 'dismissed';
}

/** What waits for the person, what holds in a project beyond one session, and what no longer does. */
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
