import { Fragment, type ReactNode, useEffect, useId, useMemo, useState } from 'react';
import { Button } from '#web/controls/button.tsx';
import { EmptyState, Loaded } from '#web/controls/loaded.tsx';
import { ErrorNotice } from '#web/controls/problem-notice.tsx';
import type { useTimeline } from '#web/sessions/timeline/use-timeline.ts';
import { useStrings } from '#web/strings/strings-provider.tsx';
import { ChangedFileRow, CommandRow, LineCounts } from './change-rows.tsx';
import { collectChanges, createToolReader, type SessionChanges } from './collect-changes.ts';

/** This many records load automatically; few sessions are longer. */
const readAtFirst = 1000;
/** Number of commands or files shown before the user asks for the rest. */
const shownAtFirst = 20;

export function ChangesPane({ timeline }: { timeline: ReturnType<typeof useTimeline> }) {
  const { sessions, problem, loading } = useStrings();
  const { changes: words } = sessions;
  const { query, shown, hasMore, isLoadingMore, moreError, loadMore } = timeline;
  const [read] = useState(createToolReader);
  const changes = useMemo(() => collectChanges(shown ?? [], read), [shown, read]);
  const isReading = hasMore && moreError === null && (shown?.length ?? 0) < readAtFirst;
  useEffect(() => {
    if (isReading && !isLoadingMore) void loadMore();
  }, [isReading, isLoadingMore, loadMore]);
  const isEmpty = [changes.folders, changes.commands, changes.read].every((part) => part.length === 0);
  return (
    <Loaded of={query} shape="rows" className="py-6">
      {() => (
        <div className="space-y-5 py-4">
          {isEmpty && !hasMore ? <EmptyState title={words.none} next={words.noneNext} /> : null}
          {isEmpty ? null : <Parts changes={changes} />}
          <ErrorNotice error={moreError} tone="caution" note={sessions.timeline.moreFailed}>
            <Button onClick={() => void loadMore()}>{problem.retry}</Button>
          </ErrorNotice>
          {hasMore && moreError === null ? (
            <p className="flex items-center gap-2 text-xs text-muted">
              {isReading ? loading : words.partial}
              {isReading ? null : (
                <Button disabled={isLoadingMore} onClick={() => void loadMore()}>
                  {words.loadOlder}
                </Button>
              )}
            </p>
          ) : null}
        </div>
      )}
    </Loaded>
  );
}

function Parts({ changes: { folders, commands, read } }: { changes: SessionChanges }) {
  const { changes: words } = useStrings().sessions;
  const files = folders.flatMap((folder) => folder.files);
  const sum = (kind: 'added' | 'removed') => files.reduce((total, file) => total + file[kind], 0);
  const failed = commands.filter(({ exitCode }) => exitCode !== null && exitCode !== 0).length;
  return (
    <>
      {files.length === 0 ? null : (
        <Part
          title={words.files(files.length)}
          aside={<LineCounts added={sum('added')} removed={sum('removed')} />}
        >
          {folders.map(({ folder, files: ofFolder }) => (
            <section key={folder} aria-label={folder === '' ? words.root : folder} className="mt-1.5">
              <h3 className="truncate px-1 font-mono text-xs text-muted" title={folder}>
                {folder === '' ? words.root : `${folder}/`}
              </h3>
              <FoldedList items={ofFolder} keyOf={({ path }) => path}>
                {(file) => <ChangedFileRow file={file} />}
              </FoldedList>
            </section>
          ))}
        </Part>
      )}
      {commands.length === 0 ? null : (
        <Part
          title={words.commands(commands.length)}
          aside={failed === 0 ? null : <span className="text-xs text-danger">{words.failed(failed)}</span>}
        >
          <FoldedList items={commands} keyOf={({ observation }) => String(observation.id)}>
            {(run) => <CommandRow run={run} />}
          </FoldedList>
        </Part>
      )}
      {read.length === 0 ? null : (
        <details className="text-[0.8125rem]">
          <summary className="w-fit cursor-pointer rounded text-muted">{words.read(read.length)}</summary>
          <ul className="mt-1 space-y-0.5 ps-4 font-mono text-xs wrap-anywhere text-muted">
            {read.map((path) => (
              <li key={path}>{path}</li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}

function Part({ title, aside, children }: { title: string; aside: ReactNode; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <div className="flex items-baseline gap-3 border-b border-line pb-1">
        <h2 id={id} className="text-[0.8125rem] font-semibold">
          {title}
        </h2>
        {aside}
      </div>
      {children}
    </section>
  );
}

interface FoldedListProps<T> {
  items: readonly T[];
  keyOf(item: T): string;
  children(item: T): ReactNode;
}

/** Shows the first items, and the rest on request. */
function FoldedList<T>({ items, keyOf, children }: FoldedListProps<T>) {
  const { changes: words } = useStrings().sessions;
  const [isWhole, setWhole] = useState(false);
  const hidden = isWhole ? 0 : Math.max(0, items.length - shownAtFirst);
  return (
    <>
      <ul className="mt-0.5">
        {items.slice(0, items.length - hidden).map((item) => (
          <Fragment key={keyOf(item)}>{children(item)}</Fragment>
        ))}
      </ul>
      {hidden === 0 ? null : (
        <button
          type="button"
          onClick={() => setWhole(true)}
          className="ms-6 h-7 pointer-coarse:h-11 rounded text-xs text-accent hover:underline"
        >
          {words.more(hidden)}
        </button>
      )}
    </>
  );
}
