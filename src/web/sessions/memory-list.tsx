import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Pencil, Trash2, Undo2 } from 'lucide-react';
import type { ReactNode } from 'react';
import type { EditMemoryRequest, Memory, MemoryId, MemoryKind } from '#schema/sessions/memory.ts';
import { useClient } from '#web/api/client-provider.tsx';
import { Button, IconButton } from '#web/controls/button.tsx';
import { EmptyState, Loaded } from '#web/controls/loaded.tsx';
import { recordRef } from '#web/sessions/timeline/known-records.ts';
import { useFormats, useStrings } from '#web/strings/strings-provider.tsx';
import { projectName, sessionsKeys } from './sessions-queries.ts';

interface MemoryListProps {
  project: string | null;
  state: Exclude<MemoryState, 'proposed'>;
  onEdit(memory: Memory): void;
  onRemove(memory: Memory): void;
  onPutBack(memory: Memory): void;
  onAdd(): void;
}

/** Lists the memories in one state: active or superseded. */
export function MemoryList({ project, state, onEdit, onRemove, onPutBack, onAdd }: MemoryListProps) {
  const { memories: words } = useStrings().sessions;
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
                <MemoryRow key={memory.id} memory={memory} namesProject={project === null}>
                  {state === 'superseded' ? (
                    <IconButton
                      label={words.putBackNamed(memory.text)}
                      title={words.putBack}
                      onClick={() => onPutBack(memory)}
                    >
                      <Undo2 aria-hidden className="size-4" />
                    </IconButton>
                  ) : null}
                  <IconButton
                    label={words.edit(memory.text)}
                    title={words.editShort}
                    onClick={() => onEdit(memory)}
                  >
                    <Pencil aria-hidden className="size-4" />
                  </IconButton>
                  <IconButton
                    label={words.remove(memory.text)}
                    title={words.removeShort}
                    onClick={() => onRemove(memory)}
                  >
                    <Trash2 aria-hidden className="size-4" />
                  </IconButton>
                </MemoryRow>
              ))}
            </ul>
            <MoreMemories query={query} />
          </>
        );
      }}
    </Loaded>
  );
}

interface ProposalListProps {
  project: string | null;
  isBusy: boolean;
  onConfirm(memory: Memory): void;
  onDismiss(memory: Memory): void;
}

/** Lists memories that wait for confirmation. Renders nothing if there are none. */
export function ProposalList({ project, isBusy, onConfirm, onDismiss }: ProposalListProps) {
  const { memories: words } = useStrings().sessions;
  const query = useMemories(project, 'proposed');
  const items = query.data?.pages.flatMap((page) => page.items) ?? [];
  if (items.length === 0) return null;
  return (
    <section
      aria-label={words.waiting}
      className="rounded-lg border border-accent/50 bg-sunken px-3 pt-2.5 pb-1"
    >
      <h2 className="font-medium">{words.waiting}</h2>
      <p className="text-xs text-muted">{words.waitingNote}</p>
      <ul aria-label={words.lists.proposed} className="mt-1 divide-y divide-line">
        {items.map((memory) => (
          <MemoryRow key={memory.id} memory={memory} namesProject={project === null}>
            <Button
              look="quiet"
              disabled={isBusy}
              aria-label={words.dismissNamed(memory.text)}
              onClick={() => onDismiss(memory)}
            >
              {words.dismiss}
            </Button>
            <Button
              disabled={isBusy}
              aria-label={words.confirmNamed(memory.text)}
              onClick={() => onConfirm(memory)}
            >
              {words.confirm}
            </Button>
          </MemoryRow>
        ))}
      </ul>
      <MoreMemories query={query} />
    </section>
  );
}

function MoreMemories({ query }: { query: ReturnType<typeof useMemories> }) {
  const { showMore } = useStrings();
  if (!query.hasNextPage) return null;
  return (
    <Button className="mt-3" disabled={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
      {showMore}
    </Button>
  );
}

interface MemoryRowProps {
  memory: Memory;
  namesProject: boolean;
  /** The actions for the memory. */
  children: ReactNode;
}

/** A memory's text, why it waits for confirmation if it does, and its origin. */
function MemoryRow({ memory, namesProject, children }: MemoryRowProps) {
  const { sessions, separator } = useStrings();
  const { memories: words } = sessions;
  const formats = useFormats();
  const { kind, text, origin, source, project, changedAt, supersededAt, proposal } = memory;
  const isWaiting = proposal !== null && proposal.decision === null;
  const facts = [
    ...(origin === 'agent' ? [words.origins.agent] : []),
    ...(proposal?.asks === 'removal' ? [] : [words.kinds[kind]]),
    ...(project === null || namesProject ? [projectName(project, sessions)] : []),
    ...(origin === 'agent' ? [] : [words.origins[origin]]),
    ...(proposal?.decision === 'confirmed' ? [words.confirmedByYou] : []),
    formats.age(changedAt),
    ...(supersededAt === null ? [] : [words.supersededAt(formats.fullTime(supersededAt))]),
  ];
  return (
    <li className="flex flex-wrap items-start gap-x-2 gap-y-1 py-2.5">
      <div className={`min-w-0 flex-1 ${isWaiting ? 'basis-64' : ''}`}>
        <p className={`whitespace-pre-wrap wrap-anywhere ${supersededAt === null ? '' : 'text-muted'}`}>
          {text}
        </p>
        {isWaiting ? (
          <p className="mt-0.5 text-[0.8125rem] wrap-anywhere">
            {words.reasons[proposal.asks](proposal.about ?? '')}
          </p>
        ) : null}
        <p className="mt-0.5 text-xs text-muted wrap-anywhere">
          <span title={formats.fullTime(changedAt)}>{facts.join(separator)}</span>
          {source === null ? null : (
            <>
              {separator}
              <Link
                to="/sessions/$sessionId"
                params={{ sessionId: String(source.sessionDbId) }}
                search={{ ...(project === null ? {} : { project }), at: recordRef(source) }}
                preload={false}
                className="rounded text-accent underline pointer-coarse:py-3"
              >
                {words.openSource(recordRef(source))}
              </Link>
            </>
          )}
        </p>
      </div>
      <span className="flex shrink-0 items-center gap-1">{children}</span>
    </li>
  );
}

const memoriesAtOnce = 100;

type MemoryState = 'current' | 'superseded' | 'proposed';

/** Null means the memories of all projects. */
function useMemories(project: string | null, state: MemoryState) {
  const client = useClient();
  return useInfiniteQuery({
    queryKey: sessionsKeys.memories(project, state),
    queryFn: ({ pageParam, signal }) =>
      client.memories.list(
        { ...(project === null ? {} : { project }), state, offset: pageParam, limit: memoriesAtOnce },
        { signal },
      ),
    initialPageParam: 0,
    getNextPageParam: (page) => (page.hasMore ? page.offset + page.limit : null),
  });
}

interface WrittenMemory {
  text: string;
  kind: MemoryKind;
  /** Null means that the memory applies to all projects. */
  project: string | null;
}

/** The promise of an action resolves once the change is on screen. */
export function useMemoryActions() {
  const client = useClient();
  const queryClient = useQueryClient();
  const readAgain = async () => {
    await Promise.all(
      [sessionsKeys.allMemories(), sessionsKeys.allContexts()].map((queryKey) =>
        queryClient.invalidateQueries({ queryKey }),
      ),
    );
  };
  const save = useMutation({
    mutationFn: (memory: WrittenMemory) => client.memories.save(memory),
    onSuccess: readAgain,
  });
  const edit = useMutation({
    mutationFn: ({ id, ...memory }: EditMemoryRequest & { id: MemoryId }) => client.memories.edit(id, memory),
    onSuccess: readAgain,
  });
  const remove = useMutation({
    mutationFn: (id: MemoryId) => client.memories.remove(id),
    // If someone else already removed the memory, it disappears from the list too.
    onSettled: readAgain,
  });
  const restore = useMutation({
    mutationFn: (id: MemoryId) => client.memories.restore(id),
    onSuccess: readAgain,
  });
  const confirm = useMutation({
    mutationFn: (id: MemoryId) => client.memories.confirm(id),
    // A memory that was confirmed or dismissed elsewhere disappears from the list too.
    onSettled: readAgain,
  });
  const dismiss = useMutation({
    mutationFn: (id: MemoryId) => client.memories.dismiss(id),
    onSettled: readAgain,
  });
  const undo = useMutation({
    mutationFn: (id: MemoryId) => client.memories.undo(id),
    onSuccess: readAgain,
  });
  return { save, edit, remove, restore, confirm, dismiss, undo };
}
