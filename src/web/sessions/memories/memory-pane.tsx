import { useState } from 'react';
import type { Memory } from '#schema/sessions/memory.ts';
import type { Project } from '#schema/sessions/sessions-wire.ts';
import { Button } from '#web/controls/button.tsx';
import { EmptyState } from '#web/controls/empty-state.tsx';
import { Loaded } from '#web/controls/loaded.tsx';
import { ErrorNotice } from '#web/controls/problem-notice.tsx';
import { useStrings } from '#web/strings/strings-provider.tsx';
import { MemoryDialog } from './memory-dialog.tsx';
import { MemoryRow } from './memory-row.tsx';
import { type MemoryState, useMemories, useMemoryActions } from './use-memories.ts';

interface MemoryPaneProps {
  /** Null: everything. */
  project: string | null;
  projects: readonly Project[];
}

/** What holds in a project beyond one session, and what no longer does. */
export function MemoryPane({ project, projects }: MemoryPaneProps) {
  const { memories: words } = useStrings().sessions;
  const { remove, restore } = useMemoryActions();
  const [edited, setEdited] = useState<Memory | 'new' | null>(null);
  const [removed, setRemoved] = useState<Memory | null>(null);
  const [showsSuperseded, setShowsSuperseded] = useState(false);

  async function removeOne(memory: Memory): Promise<void> {
    restore.reset();
    await remove.mutateAsync(memory.id).then(
      () => setRemoved(memory),
      () => setRemoved(null),
    );
  }

  const list = (state: MemoryState) => (
    <MemoryList
      project={project}
      state={state}
      onEdit={setEdited}
      onRemove={(memory) => void removeOne(memory)}
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
        {removed === null ? null : (
          <span className="flex items-center gap-2 rounded-md bg-sunken py-1 ps-3 pe-1">
            <span className="min-w-0 flex-1 truncate">{words.removed(removed.text)}</span>
            <Button
              look="quiet"
              disabled={restore.isPending}
              onClick={() => restore.mutate(removed.id, { onSuccess: () => setRemoved(null) })}
            >
              {words.undo}
            </Button>
          </span>
        )}
      </output>
      <ErrorNotice error={remove.error ?? restore.error} />
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

interface MemoryListProps {
  project: string | null;
  state: MemoryState;
  onEdit(memory: Memory): void;
  onRemove(memory: Memory): void;
  onAdd(): void;
}

function MemoryList({ project, state, onEdit, onRemove, onAdd }: MemoryListProps) {
  const { sessions, showMore } = useStrings();
  const { memories: words } = sessions;
  const query = useMemories(project, state);
  return (
    <Loaded of={query}>
      {({ pages }) => {
        const items = pages.flatMap((page) => page.items);
        if (items.length === 0 && state === 'superseded')
          return <p className="text-muted">{words.noneSuperseded}</p>;
        if (items.length === 0)
          return (
            <EmptyState title={words.empty} next={words.emptyNext}>
              <Button onClick={onAdd}>{words.add}</Button>
            </EmptyState>
          );
        return (
          <>
            <ul aria-label={words.lists[state]} className="divide-y divide-line border-y border-line">
              {items.map((memory) => (
                <MemoryRow
                  key={memory.id}
                  memory={memory}
                  namesProject={project === null}
                  onEdit={() => onEdit(memory)}
                  onRemove={() => onRemove(memory)}
                />
              ))}
            </ul>
            {query.hasNextPage ? (
              <Button
                className="mt-3"
                disabled={query.isFetchingNextPage}
                onClick={() => void query.fetchNextPage()}
              >
                {showMore}
              </Button>
            ) : null}
          </>
        );
      }}
    </Loaded>
  );
}
